/**
 * Shares one running query among all concurrent callers. Otherwise each caller would start another
 * instance of a program that hangs.
 */
export class OneUnderWay<T> {
  private readonly running = new Map<string, Promise<T>>();

  ask(key: string, question: () => Promise<T>): Promise<T> {
    const running = this.running.get(key) ?? question().finally(() => this.running.delete(key));
    this.running.set(key, running);
    return running;
  }
}
