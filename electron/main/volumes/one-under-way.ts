/** Lets all callers share one running query: a program that hangs is started only once. */
export class OneUnderWay<T> {
  private readonly running = new Map<string, Promise<T>>();

  ask(key: string, question: () => Promise<T>): Promise<T> {
    const running = this.running.get(key) ?? question().finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }
}
