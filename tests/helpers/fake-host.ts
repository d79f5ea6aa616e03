import type { EngineProcess, HostEnd } from "../../electron/main/hosts/engine-process";

/** A host under the test's control: sends what the test wants, and records the requests. */
export class FakeHost<Request, Event> implements EngineProcess<Request> {
  readonly requests: Request[] = [];
  killed = false;
  private messageListener: (message: unknown) => void = () => undefined;
  private exitListener: (code: number | null, end?: HostEnd) => void = () => undefined;

  send(request: Request): void {
    this.requests.push(request);
  }

  onMessage(listener: (message: unknown) => void): void {
    this.messageListener = listener;
  }

  onExit(listener: (code: number | null, end?: HostEnd) => void): void {
    this.exitListener = listener;
  }

  kill(): void {
    this.killed = true;
  }

  says(message: Event): void {
    this.messageListener(message);
  }

  saysNonsense(message: unknown): void {
    this.messageListener(message);
  }

  exits(code: number | null, end?: HostEnd): void {
    this.exitListener(code, end);
  }
}
