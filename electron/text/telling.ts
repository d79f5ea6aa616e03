/** How one code is said. */
export type Telling = (params: never) => string;
/** Codes of one subject. The analysis takes its types from here: see `analysis/say.ts`. */
export type Tellings = Readonly<Record<string, Telling>>;
export type ParamsOf<T extends Telling> = Parameters<T> extends [infer Params] ? Params : unknown;
