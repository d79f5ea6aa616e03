/**
 * A published measurement of one workload, with its source. Others made it on other computers: good
 * for an order of magnitude, no more. Each workload reads its figures from
 * assets/reference-curves.json; a test checks their types, because the compiler cannot check JSON.
 */
export interface Published {
  readonly id: string;
  readonly name: string;
  readonly sourceName: string;
  /** Address of the source; `null` if only the source's name is known. */
  readonly sourceUrl: string | null;
  readonly note?: string;
}
