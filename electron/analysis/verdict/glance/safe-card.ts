import type { PowerCutTest } from "../../../contract/power-cut-result";
import { isPowerCutReport, type Report } from "../../../contract/report";
import type { Paragraph, Statement } from "../../../contract/statement";
import { isMemory } from "../../guarantee";
import type { Facts } from "../facts";
import type { Cause } from "./cause";
import { markOf, thingOf } from "./head";
import { beside, type Line, type Mark, type Sign, say } from "./parts";

/** "Is my data safe?": the answer follows the mark of the headline, its lines what was seen. */
export interface SafeCard {
  readonly sign: Mark;
  readonly answer: Statement;
  readonly reason: Statement;
  readonly lines: readonly Line[];
  /** For engineers, closed at first; empty where no way of saving was measured. */
  readonly experts: Paragraph;
}

export function safeCardOf(cause: Cause, report: Report, facts: Facts): SafeCard {
  const mark = markOf(cause);
  const lines = isPowerCutReport(report)
    ? cutLines(report)
    : [unchanged(report), reaching(cause, report, facts), survives(report)];
  return {
    sign: mark,
    answer: answerOf(cause),
    reason: say(`glance.why.${cause}`),
    lines: lines.map((line) => ({ ...line, sign: beside(mark, line.sign) })),
    experts: expertsOf(report, facts),
  };
}

function answerOf(cause: Cause): Statement {
  switch (cause) {
    case "virtual-machine":
      return say("glance.answer.outer-computer");
    case "virtual-drive":
      return say("glance.answer.behind");
    case "network":
      return say("glance.answer.other-computer");
    default:
      return say(`glance.answer.${markOf(cause)}`);
  }
}

function unchanged({ verification, volume }: Report): Line {
  const title = say("glance.row.unchanged");
  if (verification === null || verification.blocksChecked === 0) {
    return { sign: "open", title, value: say("glance.row.not-compared") };
  }
  const { mismatchCount, blocksChecked, unreadable, aroundCache, bytesRead } = verification;
  if (mismatchCount > 0) {
    const value = say("glance.row.differs", { differing: mismatchCount, of: blocksChecked });
    return { sign: "bad", title, value };
  }
  if (unreadable.length > 0) {
    return {
      sign: "bad",
      title,
      value: say("glance.row.unreadable", { count: unreadable.length }),
    };
  }
  if (!aroundCache || isMemory(volume) || bytesRead === null) {
    return { sign: "open", title, value: say("glance.row.only-in-memory") };
  }
  // What the disks delivered at the most is what can have come from them.
  const bytes = Math.min(bytesRead, verification.deviceReadBytes ?? bytesRead);
  return bytes === 0
    ? { sign: "open", title, value: say("glance.row.only-in-memory") }
    : { sign: "good", title, value: say("glance.row.compared", { bytes }) };
}

/** How far a save was seen on its way to the drive. */
function reaching(cause: Cause, report: Report, facts: Facts): Line {
  const title = say("glance.row.reach");
  const { evidence, safe, isVirtual } = facts;
  const line = (sign: Sign, value: Statement): Line => ({ sign, title, value });
  if (cause === "volume-gone") {
    return line("open", say("glance.row.not-judged"));
  }
  const failed = report.flushModes.find(({ status }) => status === "failed");
  if (cause === "drive-error" || failed !== undefined) {
    const worked = failed?.operations ?? 0;
    return line("bad", say("glance.row.failed", { worked }));
  }
  if (cause === "outpaced" || cause === "faster-than-disk-turns") {
    return line("care", say("glance.row.perhaps-later"));
  }
  if (safe === null) {
    return line("open", say("glance.row.not-measured"));
  }
  if (isVirtual && evidence !== "flushes-missing" && evidence !== "flushes-too-few") {
    return line("open", say("glance.row.cannot-be-seen"));
  }
  switch (evidence) {
    case "flushes-seen":
      return line("good", say("glance.row.counted"));
    case "flushes-missing":
      return line("bad", say("glance.row.not-passed-on"));
    case "flushes-too-few":
      return line("care", say("glance.row.fewer-than-saves"));
    case "no-volatile-cache":
    case "cache-reported-off":
      return line("fine", say("glance.row.no-cache"));
    case "flushes-passed-on":
    case "no-evidence":
      return {
        sign: "fine",
        title: say("glance.row.confirmed"),
        value: say("glance.row.confirmed-by", { os: report.host.os }),
      };
    case "flushes-not-seen":
    case "cache-state-assumed":
    case null:
      return line("open", say("glance.row.cannot-be-seen"));
  }
}

function survives(report: Report): Line {
  const title = say(
    thingOf(report) === "drive" ? "glance.row.survives-cut" : "glance.row.survives-unplug",
  );
  const { powerCut } = report;
  if (powerCut === null || powerCut.cuts === 0) {
    return { sign: "open", title, value: say("glance.row.not-tested") };
  }
  const { cuts, cutsWithLoss } = powerCut;
  return cutsWithLoss > 0
    ? { sign: "bad", title, value: say("glance.row.lost-in", { cuts, cutsWithLoss }) }
    : { sign: "proof", title, value: say("glance.row.kept-in", { cuts }) };
}

/** The newest cuts fit on the card; the others stand in Figures. */
const mostCutLines = 3;

function cutLines(report: Report): Line[] {
  const cuts = (report.powerCut?.tests ?? []).filter(({ cut }) => cut.evidence !== "none");
  const numbered = cuts.map((test, place) => cutLine(test, place + 1)).slice(-mostCutLines);
  const files: Line = {
    sign: "dot",
    title: say("glance.row.own-files"),
    value: say("glance.row.not-touched"),
  };
  return [...numbered, files];
}

function cutLine({ modes }: PowerCutTest, number: number): Line {
  const promised = modes.filter(
    ({ lossExpected, verdict }) => !lossExpected && verdict !== "unavailable",
  );
  const saves = promised.reduce((sum, { counts }) => sum + counts.acknowledged, 0);
  const failed = promised.reduce((sum, one) => sum + one.failed, 0);
  const proven = promised.some(({ verdict }) => verdict === "kept" || verdict === "lost");
  const title = say("glance.row.cut", { number });
  if (failed > 0) {
    return { sign: "bad", title, value: say("glance.row.cut-lost", { failed, saves }) };
  }
  return proven
    ? { sign: "proof", title, value: say("glance.row.cut-kept", { saves }) }
    : { sign: "open", title, value: say("glance.row.cut-not-proven") };
}

function expertsOf(report: Report, { safe, flushesPerSave, isPaced }: Facts): Paragraph {
  const { volume, error, host, plan } = report;
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
            blockBytes: plan.workloads["flush-modes"].blockBytes,
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
