import { type ChildProcess, fork } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import type { FlushModeId } from "#contract/flush-mode";
import {
  type PagePlace,
  type WitnessEvent,
  type WitnessProgress,
  type WitnessRequest,
  type WitnessStage,
  type WitnessTicket,
  witnessEventSchema,
} from "#contract/power-cut/witness";
import { witnessWords } from "#text/witness-page";
import { pageUrl } from "../../electron/main/witness/ticket";
import { electronRuntime } from "./electron-runtime";
import { waitFor } from "./wait-for";

const script = path.resolve(__dirname, "../../out/main/witness-host.cjs");

/** The built witness host in a separate process, on the Node of Electron's oldest runtime. */
export class WitnessProcess {
  readonly events: WitnessEvent[] = [];
  private readonly child: ChildProcess;
  private exitCode: number | null | undefined;
  private retained: number | null = null;

  constructor(ticket: WitnessTicket, resuming = false) {
    this.child = fork(script, [], {
      execPath: electronRuntime().executable,
      execArgv: ["--expose-gc", "--require", path.join(__dirname, "heap-probe.cjs")],
      env: { ...process.env, ELECTRON_RUN_AS_NODE: "1" },
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
    this.child.on("message", (message: object) => {
      if ("retainedBytes" in message) {
        this.retained = Number(message.retainedBytes);
      } else {
        this.events.push(witnessEventSchema.parse(message));
      }
    });
    this.child.on("exit", (code) => {
      this.exitCode = code;
    });
    this.send({ type: "start", ticket, resuming, words: witnessWords() });
  }

  send(request: WitnessRequest): void {
    this.child.send(request);
  }

  /**
   * Tells the witness host that the writer acknowledged a number, with an elapsed time of 1000 ns
   * per number.
   */
  acknowledge(mode: FlushModeId, number: number): void {
    const elapsedNs = number * 1000;
    this.send({ type: "acknowledged", current: mode, numbers: [{ mode, number }], elapsedNs });
  }

  setStage(stage: WitnessStage): void {
    this.send({ type: "stage", stage });
  }

  /** Resolves with the page's address once it can be opened. */
  async url(): Promise<string> {
    return pageUrl(await this.place());
  }

  async place(): Promise<PagePlace> {
    return waitFor("the page to be ready", () => {
      const ready = this.events.find((event) => event.type === "ready");
      return ready?.type === "ready" && ready.place.kind === "page" ? ready.place : null;
    });
  }

  progress(): WitnessProgress | null {
    const newest = this.events.filter((event) => event.type === "progress").at(-1);
    return newest?.type === "progress" ? newest.progress : null;
  }

  held(mode: FlushModeId): number {
    return this.progress()?.held.find((entry) => entry.mode === mode)?.number ?? 0;
  }

  async untilHeld(mode: FlushModeId, number: number): Promise<void> {
    await waitFor(`the witness to hold ${number}`, () => this.held(mode) === number);
  }

  isRunning(): boolean {
    return this.exitCode === undefined;
  }

  /** Resident memory in bytes; `null` except on Linux. */
  residentBytes(): number | null {
    if (process.platform !== "linux") {
      return null;
    }
    const status = readFileSync(`/proc/${this.child.pid}/status`, "utf8");
    return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1]) * 1024;
  }

  /** Bytes of heap in use after garbage collection; `null` on Windows, which has no signals. */
  async retainedBytes(): Promise<number | null> {
    if (process.platform === "win32") {
      return null;
    }
    this.retained = null;
    this.child.kill("SIGUSR2");
    return waitFor("the host to count its memory", () => this.retained);
  }

  /** Stops the process, so that connections are neither answered nor refused. */
  freeze(): void {
    this.child.kill("SIGSTOP");
  }

  thaw(): void {
    this.child.kill("SIGCONT");
  }

  /** Kills the process without a warning, as a power cut does. */
  async kill(): Promise<void> {
    if (this.isRunning()) {
      this.child.kill("SIGKILL");
      await waitFor("the host to end", () => !this.isRunning());
    }
  }
}
