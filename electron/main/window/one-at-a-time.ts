import { DriveFault, driveError } from "#contract/drive-error";
import { windowFaults } from "#text/window";

/** Whoever asks while an answer is being made gets that answer. */
export function shared<T>(action: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | null = null;
  return () => {
    running ??= action().finally(() => {
      running = null;
    });
    return running;
  };
}

/** The answer that was begun before anybody asked, once; then those of `action`. */
export function begun<T>(first: Promise<T>, action: () => Promise<T>): () => Promise<T> {
  // Whoever asks hears of it; nobody may ask.
  first.catch(() => undefined);
  let waiting: Promise<T> | null = first;
  return () => {
    const answer = waiting ?? action();
    waiting = null;
    return answer;
  };
}

/** Lets one dialog be open. A second one is refused with a `DriveFault`. */
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
