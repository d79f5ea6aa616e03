/**
 * Published figures for one workload, each with its source. They are other people's measurements on
 * other machines: good for an order of magnitude, no more. Each workload takes its own from
 * assets/reference-curves.json, which carries no literal types: a test parses it.
 */
export interface Published {
  readonly id: string;
  readonly name: string;
  readonly sourceName: string;
  /** Address of the source; `null` if only the source's name is known. */
  readonly sourceUrl: string | null;
  readonly note?: string;
}
