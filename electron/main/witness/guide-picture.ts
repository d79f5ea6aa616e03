import type { GuideRecord, PowerCutGuide, PowerCutStage } from "#contract/power-cut/state";
import type { GuideWitness, ModeNumber } from "#contract/power-cut/witness";
import { ownName } from "#contract/volume";
import { pageUrl } from "./ticket";
import { nothingYet, type WitnessStatus } from "./witness-process";

/** The part of a plug test's state that exists only while the program runs. */
export interface GuideMoment {
  /** Whether this session began the test; false if the test was found after a restart. */
  readonly live: boolean;
  /** Whether the test's files exist or are being created. */
  readonly prepared: boolean;
  /**
   * Stage at which this session began to remove the test; the window shows it until the removal
   * ends. `null` without a removal.
   */
  readonly removedFrom: PowerCutStage | null;
  readonly status: WitnessStatus | null;
  readonly acknowledged: readonly ModeNumber[];
  readonly operations: number;
  readonly progress: PowerCutGuide["progress"];
}

export const firstMoment: GuideMoment = {
  live: true,
  prepared: false,
  removedFrom: null,
  status: null,
  acknowledged: [],
  operations: 0,
  progress: null,
};

/** Combines a test's saved record and its momentary state into what the window displays. */
export function guidePicture(record: GuideRecord, moment: GuideMoment): PowerCutGuide {
  const { volume, state, ticket } = record;
  const refusals = new Map(state.modes?.map(({ mode, refusal }) => [mode, refusal]));
  return {
    testId: state.plan.testId,
    subject: ownName(volume),
    drive: volume.drive,
    folder: state.plan.folder,
    witnessLost: record.witnessLost,
    stage: moment.prepared ? (moment.removedFrom ?? state.stage) : "witness",
    live: moment.live,
    modes: state.plan.modes.map((mode) => ({ mode, refusal: refusals.get(mode) ?? null })),
    witness: witnessPicture(ticket, moment.status),
    held: record.held,
    acknowledged: moment.acknowledged,
    operations: moment.operations,
    progress: moment.progress,
    error: state.error,
    result: state.result,
  };
}

function witnessPicture(ticket: GuideRecord["ticket"], status: WitnessStatus | null): GuideWitness {
  const place = status?.place ?? null;
  const known = ticket?.place;
  return {
    kind: known?.kind ?? "computer",
    phase: phaseOf(ticket, status),
    url: place?.kind === "page" ? pageUrl(place) : null,
    isAtKnownAddress:
      place?.kind === "page" && known?.kind === "page" && pageUrl(place) === pageUrl(known),
    file: known?.kind === "drive" ? known.file : null,
    systemCall: status?.systemCall ?? null,
    progress: status?.progress ?? nothingYet,
    fault: status?.fault ?? null,
  };
}

function phaseOf(
  ticket: GuideRecord["ticket"],
  status: WitnessStatus | null,
): GuideWitness["phase"] {
  if (ticket === null) {
    return "ready";
  }
  switch (status?.phase) {
    case "ready":
      return "ready";
    case "failed":
    case "closed":
      return "failed";
    default:
      return "starting";
  }
}
