import { setImmediate } from "node:timers/promises";
import { percentileNs } from "#analysis/statistics";
import { type HostError, hostError } from "#contract/drive-error";
import type { HostEvent, HostRequest } from "#contract/engine-messages";
import { type OperatingSystem, operatingSystemOf } from "#contract/flush-mode";
import type { Verification } from "#contract/report";
import type { RoundEvidence } from "#contract/round-evidence";
import type { Step, WorkloadPlans } from "#contract/workloads/index";
import type {
  NativeCapacitySession,
  NativeCommitSession,
  NativeDocumentSession,
  NativeEngine,
  NativeFault,
  NativeParallelSession,
  NativeSession,
  Prepared,
  PrepareFilesOptions,
  PrepareOptions,
  SequentialCounts,
} from "#native/index";
import type { DriveWatch } from "./drive-gone";
import {
  attempt,
  type FaultMoment,
  HostFault,
  hostErrorOf,
  isNativeFault,
  say,
  sessionOf,
} from "./fault";
import { foldersLeft } from "./own-folders";
import { DeviceEvidence } from "./readings/device-evidence";
import { handedBytes } from "./readings/handed-bytes";
import { evidenceBetween } from "./readings/round-evidence";
import { StandstillSoFar } from "./readings/standstill";

/**
 * Time in a round before its first progress message, in nanoseconds. A shorter round sends only its
 * result: with two processors, waking the receiving process beside the timed thread cost 1 % of a
 * 100 ms round.
 */
const tellAfterNs = 200_000_000;

type Mismatch = Verification["mismatches"][number];
type AnySession =
  | NativeSession
  | NativeParallelSession
  | NativeCommitSession
  | NativeCapacitySession
  | NativeDocumentSession;
type FileShape = Pick<PrepareOptions, "fileBytes" | "blockBytes" | "pieceBytes">;

/** Block size of the test files and of one save; each block carries a unique stamp. */
export const blockBytes = 4096;

/** Options of sequential writes through the page cache without any sync. */
export const onlyWrites = {
  syncEveryBytes: null,
  syncAtEnd: false,
  backgroundSyncNs: null,
  unbuffered: false,
} as const;

/** What a measurement needs to know about the computer, the drive and the test folder. */
export interface Surroundings {
  readonly os: OperatingSystem;
  readonly evidence: DeviceEvidence;
  /** Bytes that this process has passed to write calls; `null`: the system does not count them. */
  readonly handedBytes: () => Promise<number | null>;
  readonly watch: Pick<DriveWatch, "explain">;
  /** Descriptor of the test folder for opening files in it; `null`: files are opened by path. */
  readonly folderDescriptor: number | null;
}

/** The counts of a measurement, and whether they can be trusted. */
export interface Noticed<Counts> {
  readonly counts: Counts;
  /**
   * Whether the computer slept during the measurement, or this process was halted. Windows' clock
   * counts the sleep as elapsed, and a drive is slow just after it wakes up; every clock counts a
   * halt.
   */
  readonly stoodStill: boolean;
}

/** The counts of a measurement, and what the kernel counted on the computer during it. */
export interface Observed<Counts> extends Noticed<Counts> {
  readonly startedAt: string;
  readonly evidence: RoundEvidence;
}

/**
 * The environment that every workload runs in: the engine, the folder, and one test file at a time,
 * removed before the next is made. Errors travel as `HostFault`; a stop by the person is no error
 * and just ends the work.
 */
export class Bench {
  /** Whether operations count in the window's latencies; those of drains and warm-ups do not. */
  counting = false;
  private session: AnySession | null = null;
  isStopping = false;
  readonly os: OperatingSystem;
  readonly evidence: DeviceEvidence;
  readonly handedBytes: Surroundings["handedBytes"];
  readonly watch: Surroundings["watch"];
  readonly folderDescriptor: Surroundings["folderDescriptor"];

  constructor(
    readonly engine: NativeEngine,
    readonly request: Extract<HostRequest, { type: "start" }>,
    readonly emit: (event: HostEvent) => void,
    around: Partial<Surroundings> = {},
  ) {
    this.os = around.os ?? operatingSystemOf(process.platform);
    this.handedBytes = around.handedBytes ?? handedBytes;
    this.evidence = around.evidence ?? new DeviceEvidence(request);
    this.watch = around.watch ?? { explain: async (error) => error };
    this.folderDescriptor = around.folderDescriptor ?? null;
  }

  get plans(): WorkloadPlans {
    return this.request.plan.workloads;
  }

  stop(): void {
    this.isStopping = true;
    this.session?.stop();
  }

  /** Announces the next measurement. `counting` is false if a drain or a warm-up comes first. */
  begin(step: Step, counting = true): void {
    this.counting = counting;
    this.emit({ type: "step", step });
  }

  /**
   * Runs a measurement between two readings of the kernel's counters; resolves with the
   * measurement's counts and the difference of the readings.
   */
  async observe<Counts>(measure: () => Promise<Counts>): Promise<Observed<Counts>> {
    const before = await this.evidence.read();
    const startedAt = new Date().toISOString();
    this.counting = true;
    const { counts: observed, stoodStill } = await this.notice(async () => ({
      counts: await measure(),
      evidence: evidenceBetween(before, await this.evidence.read()),
    }));
    return { ...observed, startedAt, stoodStill };
  }

  /**
   * Runs a measurement and notices sleep and halts during it. The measurement can ask its argument
   * whether the computer slept or the program was halted so far.
   */
  async notice<Counts>(
    measure: (standstill: Pick<StandstillSoFar, "happened">) => Promise<Counts>,
  ): Promise<Noticed<Counts>> {
    const standstill = new StandstillSoFar(this.engine);
    try {
      const counts = await measure(standstill);
      // Node delivers a signal (SIGCONT) only between two turns of its event loop, so let this turn
      // end.
      await setImmediate();
      return { counts, stoodStill: standstill.happened };
    } finally {
      standstill.end();
    }
  }

  /**
   * Makes a test file, passes it to `body` and always removes it. `body` is not called when the
   * preparation was stopped. Throws a `HostFault`.
   */
  async withFile(
    shape: FileShape,
    body: (session: NativeSession, prepared: Prepared) => Promise<void>,
  ): Promise<void> {
    await this.prepared(
      () => this.engine.openSession(),
      (session) => session.prepare({ ...shape, ...this.ownFile() }),
      body,
    );
  }

  /** Makes several test files, passes them to `body` and always removes them; see `withFile`. */
  async withFiles(
    shape: FileShape & Pick<PrepareFilesOptions, "files">,
    body: (session: NativeParallelSession, prepared: Prepared) => Promise<void>,
  ): Promise<void> {
    await this.prepared(
      () => this.engine.openParallelSession(),
      (session) => session.prepare({ ...shape, ...this.ownFile() }),
      body,
    );
  }

  private async prepared<Session extends AnySession, Made extends { bytesWritten: number }>(
    open: () => Session,
    prepare: (session: Session) => Promise<Made>,
    body: (session: Session, prepared: Made) => Promise<void>,
  ): Promise<void> {
    await this.withSession(open, async (session) => {
      this.emit({ type: "phase", phase: "preparing" });
      const prepared = await this.attempt("preparing", () => prepare(session));
      if (prepared !== null) {
        this.emit({ type: "written", bytes: prepared.bytesWritten });
        this.emit({ type: "phase", phase: "measuring" });
        await this.attempt("measuring", () => body(session, prepared));
      }
    });
  }

  private inFolder() {
    const { folderDescriptor, request } = this;
    return { directory: request.directory, folderDescriptor, seed: Bench.seed() };
  }

  private ownFile() {
    return { ...this.inFolder(), fileName: `.driveproof-${this.request.runId}.tmp` };
  }

  /** Passes a session for databases to `body`. Each database is removed when its run ends. */
  async withDatabases(body: (session: NativeCommitSession) => Promise<void>): Promise<void> {
    return this.withSession(() => this.engine.openCommitSession(), body);
  }

  /** Makes a document in a new folder for `body` and always removes both; see `withFile`. */
  async withDocument(
    mostBytes: number,
    body: (session: NativeDocumentSession) => Promise<void>,
  ): Promise<void> {
    const folderName = `.driveproof-${this.request.runId}-1.docs`;
    await this.prepared(
      () => this.engine.openDocumentSession(),
      (session) => session.prepare({ ...this.inFolder(), folderName, mostBytes }),
      body,
    );
  }

  /** Passes a session that fills the volume to `body`; its files are removed at the end. */
  async withCapacity(body: (session: NativeCapacitySession) => Promise<void>): Promise<void> {
    return this.withSession(
      () => this.engine.openCapacitySession(),
      async (session) => {
        await this.attempt("measuring", () => body(session));
      },
    );
  }

  private async withSession<Session extends AnySession>(
    open: () => Session,
    body: (session: Session) => Promise<void>,
  ): Promise<void> {
    const session = sessionOf(open);
    this.session = session;
    try {
      await body(session);
    } catch (cause) {
      // Throw the first error, which names the cause, and report this error before closing the
      // session: closing can hang as long as the drive does. On a file system that has become
      // read-only, closing fails, too; the runner then looks for leftovers.
      const first = await this.reportFault(cause);
      this.forgetSession();
      await this.close(session).catch(ignoreNativeFault);
      throw first;
    }
    this.forgetSession();
    await this.attempt("measuring", () => this.close(session));
  }

  /**
   * Closes the session. A test folder that cannot be removed because another program has put a file
   * into it is no error: the folder stays, with a warning.
   */
  private async close(session: AnySession): Promise<void> {
    try {
      await session.close();
    } catch (cause) {
      const left = isNativeFault(cause) ? foldersLeft(cause) : null;
      if (left === null) {
        throw cause;
      }
      for (const warning of left) {
        this.emit(warning);
      }
    }
  }

  private forgetSession(): void {
    this.session = null;
    this.counting = false;
  }

  /** Sends the error that ends a workload, and returns the error to throw. */
  private async reportFault(cause: unknown): Promise<unknown> {
    if (!(cause instanceof HostFault)) {
      return cause;
    }
    const error = await this.watch.explain(cause.error);
    this.emit({ type: "fault", error });
    return new HostFault(error);
  }

  /** Flushes the test file to the drive and then verifies it, unless the run was stopped. */
  async drainAndVerify(
    session: Pick<NativeSession, "drain" | "verify">,
    blockBytes: number,
  ): Promise<void> {
    if (!this.isStopping) {
      this.emit({ type: "phase", phase: "draining" });
      await session.drain();
      await this.verify(session, blockBytes);
    }
  }

  /**
   * Reads every block of the test file back around the page cache and compares it. Also counts the
   * bytes that the disks deliver for these reads, because a layer below may answer from a cache
   * that we cannot bypass. Throws `wrong-data` at a mismatch.
   */
  async verify(session: Pick<NativeSession, "verify">, blockBytes: number): Promise<void> {
    this.emit({ type: "phase", phase: "verifying" });
    const before = await this.evidence.bytesRead();
    const checked = await session.verify();
    const delivered = await this.evidence.bytesReadSince(before);
    const error = checked.fault && (await this.errorOf(checked.fault));
    if (error?.code === "volume-gone") {
      // The drive is gone: blocks that could not be read prove nothing about their content.
      throw new HostFault(error);
    }
    const bytesRead = checked.blocksChecked * blockBytes;
    this.emit({
      type: "verification",
      verification: {
        blocksChecked: checked.blocksChecked,
        aroundCache: checked.aroundCache,
        bytesRead,
        // Count at most the bytes that we read: the disks delivered any more to other programs.
        deviceReadBytes: delivered && Math.min(delivered, bytesRead),
        mismatchCount: checked.mismatchCount,
        mismatches: [...checked.mismatches],
        unreadable: [...checked.unreadable],
      },
    });
    if (error !== null) {
      throw new HostFault(error);
    }
    const first = checked.mismatches[0];
    if (first !== undefined) {
      throw new HostFault(wrongData(first));
    }
  }

  /** Throws the native engine's error as a `HostFault`; does nothing if there is none. */
  async failOn(fault: NativeFault | null): Promise<void> {
    if (fault) {
      throw new HostFault(await this.errorOf(fault));
    }
  }

  /** Classifies an error of the native engine, after checking whether the drive is still there. */
  errorOf(fault: NativeFault): Promise<HostError> {
    return this.watch.explain(hostErrorOf(fault, "measuring"));
  }

  reportProgress(): void {
    const snapshot = this.session?.snapshot();
    if (!snapshot || snapshot.task === "idle") {
      return;
    }
    const { task, operations, elapsedNs, bytes, totalBytes, latency } = snapshot;
    const doesCount = this.counting && ["measuring", "writing", "reading"].includes(task);
    const isTimed = task === "measuring" || task === "warming-up";
    if (isTimed && elapsedNs < tellAfterNs) {
      return;
    }
    this.emit({
      type: "progress",
      operations,
      elapsedNs,
      bytes,
      totalBytes: isTimed ? null : totalBytes,
      // Sends two percentiles only; the whole histogram follows when the measurement ends.
      latency: doesCount
        ? { p50Ns: percentileNs(latency, 0.5), p99Ns: percentileNs(latency, 0.99) }
        : null,
    });
  }

  /**
   * Returns a random seed for the content of a file or database, so that every run writes different
   * data.
   */
  static seed(): number {
    return Math.floor(Math.random() * 2 ** 32);
  }

  /**
   * Runs a call of the native engine. A failed system call rejects with a `HostFault`; a stop gives
   * `null`.
   */
  attempt<T>(moment: FaultMoment, work: () => Promise<T>): Promise<T | null> {
    return attempt(moment, () => this.isStopping, work);
  }
}

/**
 * The counts as the message to main has them, without the error and the names of the calls, which
 * are sent separately.
 */
export function messageOf({
  fault: _fault,
  systemCall: _systemCall,
  settleSystemCall: _settleSystemCall,
  ...counts
}: SequentialCounts) {
  return counts;
}

function wrongData({ offset, expected, found }: Mismatch): HostError {
  const said = say("error.data-differs", { atByte: offset, expected, found });
  return hostError("wrong-data", [said], { offset });
}

function ignoreNativeFault(cause: unknown): void {
  if (!isNativeFault(cause)) {
    throw cause;
  }
}
