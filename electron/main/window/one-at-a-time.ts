import { DriveFault, driveError } from "#contract/drive-error";
import { windowFaults } from "#text/window";

/** Returns a function whose concurrent callers share one running action. */
export function shared<T>(action: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= action().finally(() => {
      running = null;
    });
    return running;
  };
}

/**
 * Returns a function that returns the result of `first`, started in advance, to its first caller,
 * and runs `action` for later ones.
 */
export function begun<T>(first: Promise<T>, action: () => Promise<T>): () => Promise<T> {
  // Mark a rejection as handled: the first caller receives it, but there may never be a caller.
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
