import type {
  CommitOptions,
  NativeCommitCounts,
  NativeCommitSession,
  NativeCommitVariant,
  NativeFault,
  NativeSnapshot,
} from "#native/index";
import { asError, idle } from "./fake-session";
import { FakeSleep } from "./fake-sleep";
import { equalLatency } from "./sample-round";

export const fakeVariants: readonly NativeCommitVariant[] = [
  {
    database: "append-log",
    variant: "log",
    durableSettings: "write + fdatasync",
    normalSettings: null,
    relaxedSettings: "write",
    refusal: null,
  },
  {
    database: "sqlite",
    variant: "wal",
    durableSettings: "journal_mode=WAL, synchronous=FULL",
    normalSettings: "journal_mode=WAL, synchronous=NORMAL",
    relaxedSettings: "journal_mode=WAL, synchronous=OFF",
    refusal: null,
  },
  {
    database: "mdbx",
    variant: "mdbx",
    durableSettings: "MDBX_SYNC_DURABLE",
    normalSettings: null,
    relaxedSettings: "MDBX_SAFE_NOSYNC",
    refusal: "built without libmdbx",
  },
];

/** A database session without a thread or a file: records the calls, answers as a test sets it up. */
export class FakeCommitSession implements NativeCommitSession {
  readonly runs: CommitOptions[] = [];
  /** Counts the runs; during the runs whose numbers a test gives, the computer sleeps. */
  sleep = new FakeSleep();
  /** Number (from 1) of the run that breaks off with `fault`; `null`: none does. */
  faultAtRun: number | null = null;
  fault: NativeFault | null = null;
  /**
   * True: the run's promise rejects with `fault`. False: the run resolves with counts that name it.
   */
  rejects = false;
  /** How many records are missing when the database is opened again. */
  lost = 0;
  /** The fault with which `close` reports a folder that could not be removed. */
  closeFault: NativeFault | null = null;
  stopped = 0;
  closed = false;
  onRun: () => void = () => undefined;
  /** The run awaits this function before it ends. */
  beforeEnd: () => Promise<void> = async () => undefined;

  async run(options: CommitOptions): Promise<NativeCommitCounts> {
    this.runs.push(options);
    this.onRun();
    await this.beforeEnd();
    const fault = this.faultAtRun === this.runs.length ? this.fault : null;
    if (fault && this.rejects) {
      throw asError(fault);
    }
    const { transactions, recordsPerTransaction } = options;
    const records = transactions * recordsPerTransaction;
    const commitNs = options.durability === "durable" ? 1_000_000 : 10_000;
    return this.sleep.measure<NativeCommitCounts>({
      transactions,
      records,
      recordsFound: fault ? null : records - this.lost,
      checkpoints: options.variant === "wal" ? 0 : null,
      fileBytes: 4096 * transactions,
      elapsedNs: transactions * commitNs,
      cpuUserNs: 1,
      cpuSystemNs: 2,
      latency: equalLatency(transactions, commitNs),
      endedBy: fault ? "error" : this.stopped > 0 ? "stopped" : "complete",
      fault,
    });
  }

  snapshot(): NativeSnapshot {
    const task = this.runs.length === 0 || this.closed ? "idle" : "measuring";
    return { ...idle, task, operations: 5, bytes: 500, elapsedNs: 1e9 };
  }

  stop(): void {
    this.stopped += 1;
  }

  async close(): Promise<void> {
    this.closed = true;
    if (this.closeFault) {
      throw asError(this.closeFault);
    }
  }
}
