/** A function that renders one code as a sentence. */
export type Telling = (params: never) => string;
/** The functions of one subject by code, from which analysis/say.ts derives its types. */
export type Tellings = Readonly<Record<string, Telling>>;
export type ParamsOf<T extends Telling> = Parameters<T> extends [infer Params] ? Params : unknown;
