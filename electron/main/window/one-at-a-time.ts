import { DriveFault, driveError } from "#contract/drive-error";
import { windowFaults } from "#text/window";

/** Concurrent callers of the returned function share one running action. */
export function shared<T>(action: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= action().finally(() => {
      running = null;
    });
    return running;
  };
}

/** The first caller of the returned function gets `first`; later ones run `action`. */
export function begun<T>(first: Promise<T>, action: () => Promise<T>): () => Promise<T> {
  // The first caller receives the rejection, but there may never be a caller.
  first.catch(() => undefined);
  let waiting: Promise<T> | null = first;
  return () => {
    const answer = waiting ?? action();
    waiting = null;
    return answer;
  };
}

/** Refuses a second open dialog with a `DriveFault`. */
export class OneDialog {
  private isOpen = false;

  async during<T>(dialog: () => Promise<T>): Promise<T> {
    if (this.isOpen) {
      throw new DriveFault(driveError("internal", windowFaults.dialogOpen()));
    }
    this.isOpen = true;
    try {
      return await dialog();
    } finally {
      this.isOpen = false;
    }
  }
}
