/**
 * Whoever asks the same while an answer is being made gets that answer. A program that hangs would
 * otherwise be started once for everybody who asks.
 */
export class OneUnderWay<T> {
  private readonly running = new Map<string, Promise<T>>();

  ask(key: string, question: () => Promise<T>): Promise<T> {
    const running = this.running.get(key) ?? question().finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }
}
