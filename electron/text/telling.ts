/** A function that renders one code as a sentence. */
export type Telling = (params: never) => string;
/**
 * The functions of one subject by code; the analysis derives its types from them (analysis/say.ts).
 */
export type Tellings = Readonly<Record<string, Telling>>;
export type ParamsOf<T extends Telling> = Parameters<T> extends [infer Params] ? Params : unknown;
