/** The query exceeded its limit, or an earlier query to the volume is still pending. */
export class NotAnswering extends Error {
  constructor(readonly limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = "NotAnswering";
  }
}

/** How many milliseconds a volume that did not answer is left alone. */
const retryAfterMs = 10_000;

/**
 * Limits how long a mounted volume may block this program. A system call on a dead network server
 * or a dying drive cannot be interrupted: it occupies its program or one of libuv's four threads
 * until the system gives up. A check every few seconds would pile up such calls. So a key (a mount
 * point) that timed out is not queried again while its call hangs, nor for a while after.
 */
export class TimeLimit {
  private readonly hanging = new Set<string>();
  private readonly silentUntil = new Map<string, number>();

  constructor(
    readonly limitMs: number,
    private readonly now: () => number = () => performance.now(),
  ) {}

  /**
   * Resolves with the query's answer. Rejects with `NotAnswering` after the limit, or at once if
   * the key timed out or hangs.
   */
  async ask<T>(key: string, question: () => Promise<T>): Promise<T> {
    if (this.hanging.has(key) || this.now() < (this.silentUntil.get(key) ?? 0)) {
      throw new NotAnswering(this.limitMs);
    }
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        this.hanging.add(key);
        reject(new NotAnswering(this.limitMs));
      }, this.limitMs);
    });
    const answer = this.answered(key, question).finally(() => {
      clearTimeout(timer);
      this.hanging.delete(key);
    });
    try {
      return await Promise.race([answer, late]);
    } catch (error) {
      if (error instanceof NotAnswering) {
        this.silentUntil.set(key, this.now() + retryAfterMs);
      }
      throw error;
    }
  }

  /** As `ask`, but resolves with the result of `silence` if the volume does not answer. */
  askOr<T>(key: string, question: () => Promise<T>, silence: (limitMs: number) => T): Promise<T> {
    return this.ask(key, question).catch((error: unknown) => {
      if (error instanceof NotAnswering) {
        return silence(error.limitMs);
      }
      throw error;
    });
  }

  private async answered<T>(key: string, question: () => Promise<T>): Promise<T> {
    const answer = await question();
    this.silentUntil.delete(key);
    return answer;
  }
}
