/**
 * A published measurement of one workload, made by others on other computers: good for an order of
 * magnitude. A test checks the types of assets/reference-curves.json, which the compiler cannot.
 */
export interface Published {
  readonly id: string;
  readonly name: string;
  readonly sourceName: string;
  /** Address of the source; `null` if only the source's name is known. */
  readonly sourceUrl: string | null;
  readonly note?: string;
}
