import { sayer } from "#analysis/say";
import { recordsAreLost } from "#analysis/workloads/commits/results";
import { type HostError, hostError } from "#contract/drive-error";
import type { HostEvent } from "#contract/engine-messages";
import type { CommitCounts, CommitDurability, CommitsPlan } from "#contract/workloads/commits";
import type {
  CommitOptions,
  NativeCommitCounts,
  NativeCommitSession,
  NativeCommitVariant,
  NativeEngine,
} from "#native/index";
import type { statements as warnings } from "#text/inspection/warnings";
import { awake } from "../awake";
import { Bench, type Noticed } from "../bench";
import { HostFault, isNativeFault, isRefusal, refusalWords, say } from "../fault";
import { deviceFlushesOf } from "../readings/round-evidence";
import { rotated } from "./rotated";

type Shape = CommitsPlan["shapes"][number];

/** A database to create and fill; if `durability` is `null`, it is only reported as missing. */
interface CommitStep {
  readonly variant: NativeCommitVariant;
  readonly durability: CommitDurability | null;
}

/**
 * The steps for one transaction size of the plan: every variant of every database with all its
 * durabilities, one after the other. The order of the variants and that of the durabilities rotate
 * from one size to the next, so that a drive that slows down does not favour whichever comes first.
 */
export function commitSteps(engine: NativeEngine, plan: CommitsPlan, place: number): CommitStep[] {
  const variants = engine.commitVariants.filter((variant) =>
    plan.engines.includes(variant.database),
  );
  const steps = variants.map((variant, index): CommitStep[] => {
    if (variant.refusal !== null) {
      return [{ variant, durability: null }];
    }
    const settings: CommitDurability[] = [
      "relaxed",
      ...(variant.normalSettings === null ? [] : (["normal"] as const)),
      "durable",
    ];
    return rotated(settings, index + place).map((durability) => ({ variant, durability }));
  });
  return rotated(steps, place).flat();
}

export function stepCount(plan: CommitsPlan, engine: NativeEngine): number {
  return plan.shapes.length * commitSteps(engine, plan, 0).length;
}

/**
 * Inserts records in transactions into real databases at each durability. Every step creates a new
 * database and opens it again afterwards to count the records.
 *
 * A database that fails says nothing about the next one, which has its own files: the workload
 * continues unless the error would prevent the next database, too, and reports its most serious
 * error at the end. Throws a `HostFault`.
 */
export async function run(bench: Bench): Promise<void> {
  if ((await bench.handedBytes()) === null) {
    const warning = sayer<typeof warnings>()("database-bytes-not-counted");
    bench.emit({ type: "warning", code: warning.code, statements: [warning] });
  }
  const errors: HostError[] = [];
  try {
    await bench.withDatabases((session) => runSteps(bench, new CommitRun(bench, session), errors));
  } catch (cause) {
    // Report a folder that could not be removed, unless there is a more serious error.
    if (!(cause instanceof HostFault)) {
      throw cause;
    }
    errors.push(cause.error);
  }
  const gravest = gravestOf(errors);
  if (gravest !== null) {
    throw new HostFault(gravest);
  }
}

/** Runs the steps one after the other and adds their errors to `errors`. */
async function runSteps(bench: Bench, commits: CommitRun, errors: HostError[]): Promise<void> {
  const plan = bench.plans.commits;
  bench.emit({ type: "phase", phase: "measuring" });
  for (const [place, shape] of plan.shapes.entries()) {
    for (const step of commitSteps(bench.engine, plan, place)) {
      if (bench.isStopping) {
        return;
      }
      const failure = await commits.carryOut(step, shape);
      if (failure !== null) {
        errors.push(failure.error);
      }
      if (failure?.isLast) {
        return;
      }
    }
  }
}

interface Failure {
  readonly error: HostError;
  /** Whether the error would prevent every further database. */
  readonly isLast: boolean;
}

type CommitEvent = Extract<HostEvent, { type: "commit-run" }>;
type Outcome = Pick<CommitEvent, "refusal" | "counts" | "error">;

const nothing: Outcome = { refusal: null, counts: null, error: null };

/** Measures one database after the other, each from its creation to its removal. */
class CommitRun {
  private databases = 0;

  constructor(
    private readonly bench: Bench,
    private readonly session: NativeCommitSession,
  ) {}

  /**
   * Measures one database and emits the outcome; resolves with its error, or `null` if it
   * succeeded.
   */
  async carryOut({ variant, durability }: CommitStep, shape: Shape): Promise<Failure | null> {
    const run = {
      engine: variant.database,
      variant: variant.variant,
      durability: durability ?? "durable",
      recordsPerTransaction: shape.recordsPerTransaction,
    };
    const settings = variant[`${run.durability}Settings`] ?? "";
    const tell = (outcome: Outcome) =>
      this.bench.emit({ type: "commit-run", ...run, settings, ...outcome });
    if (durability === null) {
      tell({ ...nothing, refusal: variant.refusal });
      return null;
    }
    const measured = await awake(this.bench, {
      attempt: () => {
        this.bench.begin({ kind: "commit-run", ...run });
        return this.measure(variant, durability, shape);
      },
      discardedBytes: ({ counts: { counts, error } }) =>
        counts === null || error || recordsAreLost(counts) ? null : counts.bytesWritten,
      leaveOut: () => tell(nothing),
    });
    if (measured === null) {
      return null;
    }
    const outcome = measured.counts;
    tell(outcome);
    const { counts, error } = outcome;
    if (counts && recordsAreLost(counts)) {
      return { error: lost(variant, counts), isLast: false };
    }
    // An error in creating one database prevents all others, unless the error is internal or
    // unclear.
    const wasMade = counts !== null || error?.code === "internal" || error?.code === "unclear";
    return error && { error, isLast: !wasMade || error.code === "volume-gone" };
  }

  /** Measures one database once; `null` if the test was stopped before any result was known. */
  private async measure(
    variant: NativeCommitVariant,
    durability: CommitDurability,
    shape: Shape,
  ): Promise<Noticed<Outcome> | null> {
    const { handedBytes } = this.bench;
    const handedBefore = await handedBytes();
    const {
      counts: result,
      evidence,
      stoodStill,
    } = await this.bench.observe(() => this.run(variant, durability, shape));
    const handedAfter = await handedBytes();
    if (result === null) {
      return null;
    }
    if (typeof result === "string") {
      return { counts: { ...nothing, refusal: result }, stoodStill };
    }
    if ("code" in result) {
      return { counts: { ...nothing, error: result }, stoodStill };
    }
    const { keyBytes, valueBytes } = this.bench.plans.commits;
    const { fault, ...counts } = result;
    const outcome = {
      refusal: null,
      counts: {
        ...counts,
        deviceFlushes: deviceFlushesOf(evidence),
        bytesWritten:
          handedBefore === null || handedAfter === null
            ? counts.records * (keyBytes + valueBytes)
            : handedAfter - handedBefore,
      },
      error: fault && (await this.bench.errorOf(fault)),
    };
    return { counts: outcome, stoodStill };
  }

  /**
   * The counts of one database, or the reason for their absence: the system's refusal in words if
   * something is not available on this volume, an error, or `null` after a stop.
   */
  private async run(
    { database, variant }: NativeCommitVariant,
    durability: CommitDurability,
    shape: Shape,
  ): Promise<NativeCommitCounts | string | HostError | null> {
    const { directory, runId } = this.bench.request;
    const plan = this.bench.plans.commits;
    this.databases += 1;
    const options: CommitOptions = {
      database,
      variant,
      durability,
      directory,
      folderDescriptor: this.bench.folderDescriptor,
      // Use a new name for each database, so that a folder that could not be removed does not block
      // the next one.
      folderName: `.driveproof-${runId}-${this.databases}.db`,
      ...shape,
      keyBytes: plan.keyBytes,
      valueBytes: plan.valueBytes,
      maxNs: plan.capNs,
      seed: Bench.seed(),
    };
    try {
      return await this.bench.attempt("preparing", () => this.session.run(options).catch(refusal));
    } catch (cause) {
      if (cause instanceof HostFault) {
        return this.bench.watch.explain(cause.error);
      }
      throw cause;
    }
  }
}

function refusal(cause: unknown): string {
  if (isNativeFault(cause) && isRefusal(cause)) {
    return refusalWords(cause);
  }
  throw cause;
}

function lost({ database, variant }: NativeCommitVariant, counts: CommitCounts): HostError {
  const { records } = counts;
  const found = counts.recordsFound ?? 0;
  const said = say("error.records-lost", { database, variant, records, found });
  return hostError("wrong-data", [said]);
}

/**
 * The most serious error: lost data first, then a missing drive, then a drive error, then any
 * other; of equal ones the earliest.
 */
function gravestOf(errors: readonly HostError[]): HostError | null {
  const first = (code: HostError["code"]) => errors.find((error) => error.code === code);
  return first("wrong-data") ?? first("volume-gone") ?? first("drive-error") ?? errors[0] ?? null;
}
