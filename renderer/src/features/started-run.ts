/** An inspection this window started, as the screens hand it on to each other. */
export interface StartedRun {
  readonly runId: string;
  /** The volume as the list of drives names it. */
  readonly volumeId: string;
}
