import { noLatency } from "#analysis/statistics";
import type { FlushModeId } from "#contract/flush-mode";
import type {
  ConcurrentCounts,
  ConcurrentOptions,
  MeasureOptions,
  NativeFault,
  NativeLeftover,
  NativeSession,
  NativeSnapshot,
  Prepared,
  PrepareOptions,
  Refilled,
  RefillOptions,
  RoundCounts,
  SequentialCounts,
  SequentialOptions,
  VerifyCounts,
} from "#native/index";
import { FakeSleep } from "./fake-sleep";
import { sampleTimeline } from "./sample-round";

export const idle: NativeSnapshot = {
  task: "idle",
  operations: 0,
  bytes: 0,
  elapsedNs: 0,
  totalBytes: 0,
  latency: noLatency,
};

export const eio: NativeFault = {
  code: "EIO",
  syscall: "fsync",
  osCode: 5,
  message: "Input/output error",
  offset: 8192,
};

/** A session without a thread or a file: records the calls, and answers as a test sets it up. */
export class FakeSession implements NativeSession {
  /**
   * Counts the calls of `measure`, `sequential` and `concurrent`; during the calls whose numbers a
   * test gives, the computer sleeps.
   */
  sleep = new FakeSleep();
  readonly calls: string[] = [];
  readonly measured: MeasureOptions[] = [];
  readonly sequentials: SequentialOptions[] = [];
  readonly concurrents: ConcurrentOptions[] = [];
  readonly prepared: PrepareOptions[] = [];
  /** Flush modes that the session offers beside `none` and `fsync`. */
  extraModes: readonly FlushModeId[] = [];
  faultAtSequential: number | null = null;
  faultAtConcurrent: number | null = null;
  /** The session refuses writes around the page cache that are shorter than this many bytes. */
  alignmentBytes = 4096;
  faultAtMeasure: number | null = null;
  /**
   * The fault of the calls whose numbers (from 1) are in `faultAtMeasure`, `faultAtSequential` and
   * `faultAtConcurrent`.
   */
  fault = eio;
  drainFault: NativeFault | null = null;
  prepareFault: NativeFault | null = null;
  /** Fault with which the search for files of earlier runs fails; `null`: it succeeds. */
  leftoversFault: NativeFault | null = null;
  refillFault: NativeFault | null = null;
  /** Whether the system drops the file's pages from its cache when the engine requests that. */
  dropsPages = true;
  mismatches: VerifyCounts["mismatches"] = [];
  closed = false;
  /** What the engine finds in the folder once the session is closed. */
  leftovers: NativeLeftover[] = [];
  onMeasure: () => void = () => undefined;

  get modes(): Prepared["modes"] {
    return [
      { mode: "none", systemCall: "pwrite", refusal: null },
      { mode: "fsync", systemCall: "pwrite + fsync", refusal: null },
      {
        mode: "o_direct",
        systemCall: "open(O_DIRECT)",
        refusal: { ...eio, code: "EINVAL", syscall: "open", message: "Invalid argument" },
      },
      ...this.extraModes.map((mode) => ({ mode, systemCall: `pwrite + ${mode}`, refusal: null })),
    ];
  }

  async prepare(options: PrepareOptions): Promise<Prepared> {
    this.calls.push("prepare");
    this.prepared.push(options);
    if (this.prepareFault) {
      throw asError(this.prepareFault);
    }
    return {
      modes: this.modes,
      alignmentBytes: 512,
      bytesWritten: 1 << 20,
      elapsedNs: 1000,
      named: false,
    };
  }

  async measure(options: MeasureOptions): Promise<RoundCounts> {
    this.calls.push(`measure ${options.mode}`);
    this.measured.push(options);
    this.onMeasure();
    const faulty = this.faultAtMeasure === this.measured.length;
    return this.sleep.measure<RoundCounts>({
      warmupBytes: options.warmupNs ? 40960 : 0,
      operations: 10,
      bytes: 40960,
      elapsedNs: options.durationNs,
      cpuUserNs: 1,
      cpuSystemNs: 2,
      latency: { valuesNs: [1000], counts: [10], minNs: 900, maxNs: 1000, sumNs: 9500 },
      timeline: sampleTimeline(10, options.durationNs),
      endedBy: faulty ? "error" : "time",
      fault: faulty ? this.fault : null,
    });
  }

  async sequential(options: SequentialOptions): Promise<SequentialCounts> {
    this.calls.push(`sequential ${options.mode}`);
    this.sequentials.push(options);
    if (options.unbuffered && options.writeBytes % this.alignmentBytes !== 0) {
      const refused = { code: "EINVAL", osCode: 22, message: "Invalid argument" };
      throw asError({ ...refused, syscall: "pwrite", offset: 0 });
    }
    const faulty = this.faultAtSequential === this.sequentials.length;
    return this.sleep.measure<SequentialCounts>({
      bytes: options.totalBytes,
      writeCalls: 100,
      syncCalls: 10,
      backgroundSyncCalls: 0,
      elapsedNs: 1_000_000,
      settleNs: faulty ? null : 1000,
      settleSystemCall: "fsync(fd)",
      systemCall: callOf(options),
      cpuUserNs: 1,
      cpuSystemNs: 2,
      latency: { valuesNs: [1000], counts: [100], minNs: 900, maxNs: 1000, sumNs: 95_000 },
      timeline: sampleTimeline(100, 1_000_000),
      endedBy: faulty ? "error" : "complete",
      fault: faulty ? this.fault : null,
    });
  }

  async concurrent(options: ConcurrentOptions): Promise<ConcurrentCounts> {
    const { pattern, blockBytes, requests, readPercent, durationNs } = options;
    this.calls.push(`concurrent ${pattern} ${blockBytes} ${requests} ${readPercent}`);
    this.concurrents.push(options);
    if (blockBytes % this.alignmentBytes !== 0) {
      throw asError({ ...eio, code: "EINVAL", syscall: "pread", message: "Invalid argument" });
    }
    const faulty = this.faultAtConcurrent === this.concurrents.length;
    return this.sleep.measure<ConcurrentCounts>({
      warmupReads: 2,
      warmupWrites: 1,
      reads: readPercent,
      writes: 100 - readPercent,
      elapsedNs: durationNs,
      threadsNs: requests * durationNs,
      systemCall: "pread",
      latency: { valuesNs: [1000], counts: [100], minNs: 900, maxNs: 1000, sumNs: 95_000 },
      timeline: sampleTimeline(100, durationNs),
      endedBy: faulty ? "error" : "time",
      fault: faulty ? this.fault : null,
    });
  }

  async refill({ pieceBytes }: RefillOptions): Promise<Refilled> {
    this.calls.push(`refill ${pieceBytes}`);
    const dropped = this.dropsPages;
    return {
      dropped,
      bytesWritten: dropped ? 1 << 20 : 0,
      elapsedNs: 1000,
      endedBy: this.refillFault ? "error" : "complete",
      fault: this.refillFault,
    };
  }

  async empty(): Promise<void> {
    this.calls.push("empty");
  }

  async drain(): Promise<{ elapsedNs: number; systemCall: string }> {
    this.calls.push("drain");
    if (this.drainFault) {
      throw asError(this.drainFault);
    }
    return { elapsedNs: 1, systemCall: "fsync" };
  }

  async verify(): Promise<VerifyCounts> {
    this.calls.push("verify");
    return {
      blocksChecked: 256,
      aroundCache: true,
      mismatchCount: this.mismatches.length,
      mismatches: this.mismatches,
      unreadable: [],
      endedBy: "complete",
      fault: null,
    };
  }

  snapshot(): NativeSnapshot {
    return idle;
  }

  stop(): void {
    this.calls.push("stop");
  }

  async close(): Promise<void> {
    this.calls.push("close");
    this.closed = true;
  }
}

function callOf({ mode, writeBytes, layout, unbuffered }: SequentialOptions): string {
  const write = `pwrite(fd, buf, ${writeBytes}, ${layout === "append" ? "end" : "offset"})`;
  const opened = unbuffered ? "open(O_RDWR|O_DIRECT), " : "";
  return `${opened}${write}${mode === "none" ? "" : ` + ${mode}(fd)`}`;
}

export function asError(fault: NativeFault): Error {
  return Object.assign(new Error(fault.message), fault);
}
