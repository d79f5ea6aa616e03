/** Concurrent callers share one running query: each would start another program that hangs. */
export class OneUnderWay<T> {
  private readonly running = new Map<string, Promise<T>>();

  ask(key: string, question: () => Promise<T>): Promise<T> {
    const running = this.running.get(key) ?? question().finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }
}
