import { DriveFault, driveError } from "#contract/drive-error";
import { windowFaults } from "#text/window";

/** Concurrent callers share one running action. */
export function shared<T>(action: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= action().finally(() => {
      running = null;
    });
    return running;
  };
}

/** Returns the result that was started in advance, once; later calls run `action`. */
export function begun<T>(first: Promise<T>, action: () => Promise<T>): () => Promise<T> {
  // The caller receives the rejection; without a caller it must not count as unhandled.
  first.catch(() => undefined);
  let waiting: Promise<T> | null = first;
  return () => {
    const answer = waiting ?? action();
    waiting = null;
    return answer;
  };
}

/** Allows one open dialog at a time; refuses a second one with a `DriveFault`. */
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
