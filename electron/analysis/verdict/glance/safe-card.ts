import type { Report } from "#contract/report";
import type { Paragraph, Statement } from "#contract/statement";
import type { Mark } from "#contract/verdict";
import type { Facts } from "../../facts/facts";
import { failedCallOf } from "../../facts/failed-call";
import { isMadeGroup, isPulledOut, isRealDriveSeen } from "../../facts/thing";
import { type Cause, markOf } from "./cause";
import { changesOf, lossesOf } from "./losses";
import { beside, type Line, say } from "./parts";
import { rowsOf } from "./safe-rows";
import { isFaultSeen } from "./signs";

/**
 * "Is my data safe?": the answer follows the overall judgement; the lines list the observations.
 */
export interface SafeCard {
  readonly sign: Mark;
  readonly answer: Statement;
  readonly reason: Statement;
  readonly lines: readonly Line[];
  /** Details for engineers, collapsed by default. */
  readonly experts: Paragraph;
}

export function safeCardOf(cause: Cause, report: Report, facts: Facts): SafeCard {
  const mark = markOf(cause);
  return {
    sign: mark,
    answer: answerOf(cause, report),
    reason: reasonOf(cause, report, facts),
    lines: rowsOf(cause, report, facts).map((line) => ({ ...line, sign: beside(mark, line.sign) })),
    experts: expertsOf(report, facts),
  };
}

/** Causes of an early end whose sentence itself says that nothing had gone wrong before it. */
const sayNothingWrong: readonly Cause[] = ["volume-full", "stopped", "broke-off", "test-failed"];

function reasonOf(cause: Cause, report: Report, { flushesPerSave }: Facts): Statement {
  if (cause === "drive-error") {
    return say("glance.why.drive-error", { during: failedCallOf(report) });
  }
  if (cause === "changed-without-cut") {
    return say("glance.why.changed-without-cut", { isGone: changesOf(report).isGone });
  }
  if (cause === "flushes-missing") {
    return say("glance.why.flushes-missing", { isNone: flushesPerSave === 0 });
  }
  if (cause === "outpaced") {
    return say(isLastAlone(report) ? "glance.why.outpaced" : "glance.why.outpaced-too", {
      isPulledOut: isPulledOut(report),
    });
  }
  if (cause === "counted" && isMadeGroup(report)) {
    return say("glance.why.counted-group");
  }
  if (cause === "virtual-machine" && isRealDriveSeen(report)) {
    return say("glance.why.virtual-machine-between");
  }
  if (sayNothingWrong.includes(cause) && isFaultSeen(report)) {
    return say("glance.why.seen-below");
  }
  return say(`glance.why.${cause}`);
}

/**
 * Whether only the latest saves are in doubt. A fault of the drive, or an error that may come from
 * one, puts all data in doubt.
 */
function isLastAlone(report: Report): boolean {
  return !isFaultSeen(report) && report.error === null;
}

function answerOf(cause: Cause, report: Report): Statement {
  switch (cause) {
    case "virtual-drive":
      return say("glance.answer.behind");
    case "network":
      return say("glance.answer.other-computer");
    case "power-cut-lost":
      return say("glance.answer.lost", { isGone: lossesOf(report).isGone });
    case "drive-error":
      return say("glance.answer.failed", { during: failedCallOf(report) });
    case "mode-failed":
      return say("glance.answer.failed", { during: "save" });
    case "hang":
      return say("glance.answer.hang");
    case "outpaced":
      return say(isLastAlone(report) ? "glance.answer.outpaced" : "glance.answer.care");
    default:
      return say(`glance.answer.${markOf(cause)}`);
  }
}

function expertsOf(report: Report, { safe, saves, flushesPerSave, isPaced }: Facts): Paragraph {
  const { volume, error, host } = report;
  return [
    ...(error?.syscall
      ? [
          say("glance.experts.error", {
            syscall: error.syscall,
            osCode: error.osCode,
            atByte: error.offset,
          }),
        ]
      : []),
    ...(safe === null
      ? []
      : [
          say("glance.experts.saves", {
            mode: safe.mode,
            blockBytes: saves.blockBytes,
            perSecond: isPaced ? null : safe.iops,
            p99Ns: safe.latencyNs?.p99 ?? null,
            flushesPerSave,
          }),
        ]),
    say("glance.experts.place", {
      fileSystem: volume.fileSystem,
      encryption: volume.encryption,
      hypervisor: host.virtualMachine === "none" ? null : host.virtualMachine,
    }),
  ];
}
