import type {
  MeasureOptions,
  NativeFault,
  NativeSession,
  Prepared,
  RoundCounts,
  SequentialCounts,
  SequentialOptions,
  VerifyCounts,
} from "../../native/index";

export const eio: NativeFault = {
  code: "EIO",
  syscall: "fsync",
  osCode: 5,
  message: "Input/output error",
  offset: 8192,
};

/** A session without a thread or a file: writes down what it is asked and answers as told. */
export class FakeSession implements NativeSession {
  readonly calls: string[] = [];
  readonly measured: MeasureOptions[] = [];
  readonly sequentials: SequentialOptions[] = [];
  faultAtSequential: number | null = null;
  faultAtMeasure: number | null = null;
  drainFault: NativeFault | null = null;
  prepareFault: NativeFault | null = null;
  mismatches: VerifyCounts["mismatches"] = [];
  closed = false;
  onMeasure: () => void = () => undefined;

  async prepare(): Promise<Prepared> {
    this.calls.push("prepare");
    if (this.prepareFault) {
      throw asError(this.prepareFault);
    }
    return {
      modes: [
        { mode: "none", systemCall: "pwrite", refusal: null },
        { mode: "fsync", systemCall: "pwrite + fsync", refusal: null },
        {
          mode: "o_direct",
          systemCall: "open(O_DIRECT)",
          refusal: { ...eio, code: "EINVAL", syscall: "open", message: "Invalid argument" },
        },
      ],
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
    return {
      operations: 10,
      bytes: 40960,
      elapsedNs: options.durationNs,
      cpuUserNs: 1,
      cpuSystemNs: 2,
      latency: { valuesNs: [1000], counts: [10], minNs: 900, maxNs: 1000, sumNs: 9500 },
      endedBy: faulty ? "error" : "time",
      fault: faulty ? eio : null,
    };
  }

  async sequential(options: SequentialOptions): Promise<SequentialCounts> {
    this.calls.push(`sequential ${options.mode}`);
    this.sequentials.push(options);
    const faulty = this.faultAtSequential === this.sequentials.length;
    return {
      bytes: options.totalBytes,
      writeCalls: 100,
      syncCalls: 10,
      backgroundSyncCalls: 0,
      elapsedNs: 1_000_000,
      settleNs: 1000,
      settleSystemCall: "fsync(fd)",
      cpuUserNs: 1,
      cpuSystemNs: 2,
      latency: { valuesNs: [1000], counts: [100], minNs: 900, maxNs: 1000, sumNs: 95_000 },
      endedBy: faulty ? "error" : "complete",
      fault: faulty ? eio : null,
    };
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
      endedBy: "complete",
      fault: null,
    };
  }

  snapshot() {
    return {
      task: "idle" as const,
      operations: 0,
      bytes: 0,
      elapsedNs: 0,
      totalBytes: 0,
      latency: { valuesNs: [], counts: [], minNs: 0, maxNs: 0, sumNs: 0 },
    };
  }

  stop(): void {
    this.calls.push("stop");
  }

  async close(): Promise<void> {
    this.calls.push("close");
    this.closed = true;
  }
}

function asError(fault: NativeFault): Error {
  return Object.assign(new Error(fault.message), fault);
}
