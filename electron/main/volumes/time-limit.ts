/** A question to a volume that was not answered in time, or that still waits from last time. */
export class NotAnswering extends Error {
  constructor(readonly limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = "NotAnswering";
  }
}

/**
 * Bounds how long a mounted volume may keep us waiting. A system call on a dead network server or
 * a dying drive cannot be interrupted: it keeps one of libuv's four threads until the system gives
 * up. So a key (a mount point) with an unanswered question is not asked a second one; looking
 * again every few seconds would otherwise use up all threads and stop every other file access.
 */
export class TimeLimit {
  private readonly unanswered = new Set<string>();

  constructor(readonly limitMs: number) {}

  /** Rejects with `NotAnswering` after the limit, and at once while an older question hangs. */
  async ask<T>(key: string, question: () => Promise<T>): Promise<T> {
    if (this.unanswered.has(key)) throw new NotAnswering(this.limitMs);
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.unanswered.add(key);
        reject(new NotAnswering(this.limitMs));
      }, this.limitMs);
    });
    const answer = question().finally(() => {
      clearTimeout(timer);
      this.unanswered.delete(key);
    });
    return Promise.race([answer, late]);
  }
}
