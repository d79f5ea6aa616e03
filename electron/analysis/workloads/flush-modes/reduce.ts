import type { DriveError } from "#contract/drive-error";
import { type FlushModeId, flushModesOf } from "#contract/flush-mode";
import type { FlushModeResult } from "#contract/mode-result";
import type { UnwordedWarning } from "#contract/report";
import type {
  AvailableMode,
  FlushLayout,
  FlushPlan,
  LiveMode,
  LiveSample,
  PlainWrites,
  SpacedSaves,
} from "#contract/workloads/flush-modes";
import type { EventOf, Step } from "#contract/workloads/index";
import { guaranteeOn } from "../../guarantee";
import { iopsOf, median } from "../../statistics";
import type { Around, Progress, Reducer, Taken } from "../home";
import { disturbedRounds } from "./disturbed-rounds";
import { buildPlainWrites } from "./plain-writes";
import {
  buildFlushModeResult,
  buildSpacedSaves,
  type RoundInRun,
  withComparisons,
} from "./results";

type Event = EventOf<"flush-modes">;
type RoundEvent = Extract<Event, { type: "flush-round" }>;

/** Everything measured so far in one layout of the flush modes (such as rewrites or appends). */
class LayoutRecord {
  readonly rounds = new Map<FlushModeId, RoundInRun[]>();
  readonly systemCalls = new Map<FlushModeId, string>();
  readonly failures = new Map<FlushModeId, DriveError>();

  addRound({ counts, systemCall }: RoundEvent, bytesBefore: number): void {
    const round = { ...counts, bytesBefore };
    this.rounds.set(counts.mode, [...(this.rounds.get(counts.mode) ?? []), round]);
    this.systemCalls.set(counts.mode, systemCall);
  }
}

const sampleSpanNs = 30_000_000_000;
const maxSamples = 300;

/** Reduces the flush modes' events, in all layouts. Times count from the run's start. */
export class FlushReducer implements Reducer<Event> {
  private available: readonly AvailableMode[] | null = null;
  private readonly layouts: Readonly<Record<FlushLayout, LayoutRecord>> = {
    rewrite: new LayoutRecord(),
    append: new LayoutRecord(),
    spaced: new LayoutRecord(),
    refilled: new LayoutRecord(),
  };
  private previous: { step: Step; event: Progress; atNs: number } | null = null;
  private strip: LiveSample[] = [];
  /** Kept until the next event, because live state, results and warnings need the same figures. */
  private judged: { rewritten?: FlushModeResult[]; appended?: FlushModeResult[] | null } = {};

  /** The latest latencies stay while the next round is prepared: the screen does not flicker. */
  private latency: Progress["latency"] = null;

  constructor(
    private readonly plan: FlushPlan,
    private readonly around: Around,
  ) {}

  take(event: Event, bytesBefore: number): Taken {
    this.judged = {};
    switch (event.type) {
      case "modes":
        this.available = event.modes;
        return {};
      case "mode-failed":
        this.layouts[event.layout].failures.set(event.mode, event.error);
        return {};
      case "flush-round-left-out":
        return { endedWithBytes: 0 };
      case "flush-round":
        this.layouts[event.layout].addRound(event, bytesBefore);
        return { endedWithBytes: event.counts.bytes };
    }
  }

  get noRoomError(): DriveError | null {
    const { rewrite, spaced, refilled } = this.layouts;
    const failures = [rewrite, spaced, refilled].flatMap(({ failures }) => [...failures.values()]);
    return failures.find(({ code }) => code === "volume-full") ?? null;
  }

  /** Takes progress of counted operations only, without draining and warm-up. */
  takeProgress(step: Step, event: Progress, atNs: number): void {
    if (step.kind !== "flush-round") {
      return;
    }
    this.latency = event.latency;
    // The rate of spaced saves would only show the pauses, and that of refilled rounds the filling.
    if (step.layout === "spaced" || step.layout === "refilled") {
      return;
    }
    const { previous } = this;
    this.previous = { step, event, atNs };
    // A rate needs two samples of one step; a round repeated after a disturbance is a new step.
    if (previous === null || previous.step !== step || atNs <= previous.atNs) {
      return;
    }
    const { mode } = step;
    const iops = iopsOf(event.operations - previous.event.operations, atNs - previous.atNs);
    this.strip = [...this.strip, { atNs, mode, iops }]
      .filter((sample) => sample.atNs > atNs - sampleSpanNs)
      .slice(-maxSamples);
  }

  results() {
    return {
      flushModes: this.flushModes(),
      appendModes: this.appendModes(),
      spacedSaves: this.spacedSaves(),
      plainWrites: this.plainWrites(),
    };
  }

  live(step: Step | null, running: Progress | null) {
    return {
      appendModes: this.appendModes(),
      modes: this.around.isPlanned ? this.liveModes(step, running) : [],
      samples: this.strip,
      p50Ns: this.latency?.p50Ns ?? null,
      p99Ns: this.latency?.p99Ns ?? null,
    };
  }

  warnings(): UnwordedWarning[] {
    return disturbedRounds(this.flushModes(), this.appendModes());
  }

  private flushModes(): FlushModeResult[] {
    this.judged.rewritten ??= this.judgeRewritten();
    return this.judged.rewritten;
  }

  private judgeRewritten(): FlushModeResult[] {
    const results = (this.available ?? []).map((mode) => this.result("rewrite", mode));
    // At a chosen rate all modes have the same rate, so they are not compared.
    return this.plan.paceOperationsPerSecond === null ? withComparisons(results) : results;
  }

  /** The append results; `null` until the first append round ends, or if the plan has none. */
  private appendModes(): FlushModeResult[] | null {
    this.judged.appended ??= this.judgeAppended();
    return this.judged.appended;
  }

  private judgeAppended(): FlushModeResult[] | null {
    const { rounds, failures } = this.layouts.append;
    return this.available && rounds.size + failures.size > 0
      ? withComparisons(this.available.map((mode) => this.result("append", mode)))
      : null;
  }

  /** The spaced saves; `null` until their first round ends, or if the plan has none. */
  private spacedSaves(): SpacedSaves | null {
    const { rounds, systemCalls } = this.layouts.spaced;
    const [measured] = rounds;
    if (measured === undefined || this.plan.spaced === null) {
      return null;
    }
    const [mode, counts] = measured;
    const systemCall = systemCalls.get(mode) ?? "";
    return buildSpacedSaves({ mode, systemCall, idleNs: this.plan.spaced.idleNs }, counts);
  }

  /** The results of plain writes; `null` if they were not measured or ran at a chosen rate. */
  private plainWrites(): PlainWrites | null {
    const { rewrite, refilled } = this.layouts;
    const { blockBytes, plainWrites, paceOperationsPerSecond } = this.plan;
    return paceOperationsPerSecond === null
      ? buildPlainWrites(
          rewrite.systemCalls.get("none") ?? "",
          { pieceBytes: blockBytes, rounds: rewrite.rounds.get("none") ?? [] },
          {
            pieceBytes: plainWrites?.pieceBytes ?? blockBytes,
            rounds: refilled.rounds.get("none") ?? [],
          },
        )
      : null;
  }

  /** Each mode's rewrites; before the folder's modes are known, all of the system's are listed. */
  private liveModes(step: Step | null, running: Progress | null): LiveMode[] {
    const { modes } = this.plan;
    const known =
      this.available ??
      flushModesOf(this.around.os)
        .filter((mode) => modes.includes(mode))
        .map((mode) => ({ mode, systemCall: "", refusal: null }));
    const rewritten = step?.kind === "flush-round" && step.layout === "rewrite" ? step.mode : null;
    return known.map((mode) => this.liveMode(mode, mode.mode === rewritten, running));
  }

  private liveMode(
    { mode, systemCall, refusal }: AvailableMode,
    isRunning: boolean,
    running: Progress | null,
  ): LiveMode {
    const { rounds: all, failures } = this.layouts.rewrite;
    const rounds = all.get(mode) ?? [];
    const finished = rounds.map(({ operations, elapsedNs }) => iopsOf(operations, elapsedNs));
    const current =
      isRunning && running?.latency && running.elapsedNs > 0
        ? iopsOf(running.operations, running.elapsedNs)
        : null;
    return {
      mode,
      systemCall,
      guarantee: guaranteeOn(mode, this.around.os, this.around.volume),
      status: this.status(mode, refusal, isRunning, rounds.length),
      reason: refusal ?? failures.get(mode)?.message ?? null,
      iops: finished.length > 0 ? median(finished) : current,
      roundsDone: rounds.length,
    };
  }

  private status(
    mode: FlushModeId,
    refusal: string | null,
    isRunning: boolean,
    roundsDone: number,
  ): LiveMode["status"] {
    if (refusal !== null) {
      return "unavailable";
    }
    if (this.layouts.rewrite.failures.has(mode)) {
      return "failed";
    }
    if (isRunning) {
      return "running";
    }
    return roundsDone > 0 ? "measured" : "waiting";
  }

  private result(layout: FlushLayout, available: AvailableMode): FlushModeResult {
    const { mode, systemCall, refusal } = available;
    const { rounds, systemCalls, failures } = this.layouts[layout];
    return buildFlushModeResult({
      mode,
      systemCall: systemCalls.get(mode) ?? systemCall,
      guarantee: guaranteeOn(mode, this.around.os, this.around.volume),
      refusal,
      failure: failures.get(mode) ?? null,
      rounds: rounds.get(mode) ?? [],
    });
  }
}
