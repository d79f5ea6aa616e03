/** An inspection this window started, passed from screen to screen. */
export interface StartedRun {
  readonly runId: string;
  /** The volume's id in the list of drives. */
  readonly volumeId: string;
}
