import type {
  MeasureTogetherOptions,
  NativeFault,
  NativeParallelSession,
  NativeSnapshot,
  Prepared,
  PrepareFilesOptions,
  VerifyCounts,
  WriterRoundCounts,
} from "#native/index";
import { FakeSession } from "./fake-session";

/** Several files without threads: records the calls, and answers as a test sets it up. */
export class FakeParallelSession implements NativeParallelSession {
  readonly prepared: PrepareFilesOptions[] = [];
  readonly measured: MeasureTogetherOptions[] = [];
  readonly calls: string[] = [];
  /**
   * Number (from 1) of the measurement whose last writer breaks off with `fault`; `null`: none
   * does.
   */
  faultAtMeasure: number | null = null;
  fault: NativeFault | null = null;
  closed = false;
  onMeasure: () => void = () => undefined;

  /**
   * The session takes the modes, the counts of each writer and the result of reading back from
   * `file`.
   */
  constructor(readonly file = new FakeSession()) {}

  async prepare({ files, ...options }: PrepareFilesOptions): Promise<Prepared> {
    this.prepared.push({ ...options, files });
    return this.file.prepare(options);
  }

  async measure(options: MeasureTogetherOptions): Promise<readonly WriterRoundCounts[]> {
    this.calls.push("measure");
    this.measured.push(options);
    this.onMeasure();
    const isFaulty = this.faultAtMeasure === this.measured.length;
    const { writers, ...each } = options;
    const counted = await this.file.measure(each);
    const counts = { ...counted, startNs: 0, endNs: counted.elapsedNs };
    return Array.from({ length: writers }, (_, place) =>
      isFaulty && place === writers - 1
        ? { ...counts, endedBy: "error" as const, fault: this.fault }
        : counts,
    );
  }

  async drain(): Promise<{ elapsedNs: number; systemCall: string }> {
    this.calls.push("drain");
    return this.file.drain();
  }

  async verify(): Promise<VerifyCounts> {
    this.calls.push("verify");
    return this.file.verify();
  }

  snapshot(): NativeSnapshot {
    return this.file.snapshot();
  }

  stop(): void {
    this.file.stop();
  }

  async close(): Promise<void> {
    this.closed = true;
  }
}
