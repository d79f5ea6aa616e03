import type {
  NativeDocumentCounts,
  NativeDocumentSession,
  NativeDocumentWay,
  NativeFault,
  NativeSnapshot,
  PrepareDocumentOptions,
  PreparedDocument,
  SaveDocumentsOptions,
} from "#native/index";
import { idle } from "./fake-session";
import { FakeSleep } from "./fake-sleep";
import { equalLatency } from "./sample-round";

export const fakeDocumentWays: readonly NativeDocumentWay[] = [
  { way: "none", systemCall: "write + rename" },
  { way: "fsync", systemCall: "write + fsync + rename + fsync(folder)" },
];

/** A document without a thread or a file: records the calls, and answers as a test sets it up. */
export class FakeDocumentSession implements NativeDocumentSession {
  readonly prepared: PrepareDocumentOptions[] = [];
  readonly saves: SaveDocumentsOptions[] = [];
  /**
   * Counts the calls of `save`, warm-ups included; during the saves whose numbers a test gives, the
   * computer sleeps.
   */
  sleep = new FakeSleep();
  /** Number (from 1) of the save that breaks off with `fault`. */
  faultAtSave: number | null = null;
  fault: NativeFault | null = null;
  isIntact = true;
  checks = 0;
  closed = false;
  onSave: () => void = () => undefined;
  private stopping = false;

  async prepare(options: PrepareDocumentOptions): Promise<PreparedDocument> {
    this.prepared.push(options);
    return { bytesWritten: 4096 };
  }

  async save(options: SaveDocumentsOptions): Promise<NativeDocumentCounts> {
    this.saves.push(options);
    this.onSave();
    const fault = this.faultAtSave === this.saves.length ? this.fault : null;
    const documents = fault === null ? 4 : 0;
    const eachNs = options.durationNs / 4;
    return this.sleep.measure<NativeDocumentCounts>({
      documents,
      bytes: documents * options.documentBytes,
      elapsedNs: documents * eachNs,
      latency: equalLatency(documents, eachNs),
      endedBy: fault ? "error" : this.stopping ? "stopped" : "time",
      fault,
    });
  }

  async check(): Promise<boolean> {
    this.checks += 1;
    return this.isIntact;
  }

  snapshot(): NativeSnapshot {
    return idle;
  }

  stop(): void {
    this.stopping = true;
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}
