/** Concurrent callers share one running query, so that a hanging drive blocks one program only. */
export class OneUnderWay<T> {
  private readonly running = new Map<string, Promise<T>>();

  ask(key: string, question: () => Promise<T>): Promise<T> {
    const running = this.running.get(key) ?? question().finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }
}
