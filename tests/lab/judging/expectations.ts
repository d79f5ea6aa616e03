import type { FlushModeResult } from "#contract/mode-result";
import type { Verdict } from "#contract/verdict";
import type { FindingCode } from "../../helpers/finding-codes";
import type { AsRealDrive, DriveCase, Expected } from "../drives/drive-case";
import { judgeAsReal } from "./as-real";
import { checkFigure } from "./figures";
import { type Check, check, type Outcome, unchecked } from "./outcome";

/** Every expectation of one inspection, each with what was seen instead. */
export function checksOf(drive: DriveCase, outcome: Outcome): Check[] {
  const { expected } = drive;
  if ("refused" in expected) {
    return [
      exitCode(3, outcome),
      check("no report", outcome.report === null, outcome.report?.verdict.headline ?? "none"),
      check(`says ${expected.refused}`, expected.refused.test(outcome.stderr), outcome.stderr),
    ];
  }
  return [
    exitCode(expected.exitCode, outcome),
    ...reportChecks(expected, outcome),
    ...lawsOf(drive, outcome),
    ...truthChecks(drive, outcome),
    ...(drive.asReal ?? []).flatMap((real) => asRealChecks(real, outcome)),
  ];
}

function exitCode(code: number, outcome: Outcome): Check {
  const said = outcome.exitCode === code ? "" : ` ${outcome.stderr.trim().split("\n").at(-1)}`;
  return check(`exit code ${code}`, outcome.exitCode === code, `${outcome.exitCode}${said}`);
}

function reportChecks(expected: Expected, outcome: Outcome): Check[] {
  const { report } = outcome;
  if (report === null) {
    return [check("a report", false, outcome.stderr)];
  }
  const { error } = report;
  const named = (value: typeof expected.error | null) =>
    value ? `${value.code}, ${value.syscall}, ${value.osCode}` : "none";
  return [
    ...findingChecks(report.verdict, expected),
    check(`grade ${expected.grade}`, report.verdict.grade === expected.grade, report.verdict.grade),
    check(`error ${named(expected.error)}`, named(error) === named(expected.error), named(error)),
    ...(expected.figures ?? []).map((figure) => checkFigure(figure, outcome)),
  ];
}

function findingChecks(
  verdict: Verdict,
  expected: {
    readonly must: readonly FindingCode[];
    readonly mustNot: readonly FindingCode[];
    readonly saved: string;
  },
): Check[] {
  const codes = verdict.findings.map(({ code }) => code);
  const saved = savedWord(verdict);
  return [
    ...expected.must.map((code) => check(code, codes.includes(code), codes.join(" "))),
    ...expected.mustNot
      .filter((code) => codes.includes(code))
      .map((code) => check(`not ${code}`, false, code)),
    check(`saved: ${expected.saved}`, saved === expected.saved, saved),
  ];
}

export function savedWord({ answers }: Verdict): string {
  return answers.find(({ question }) => question === "saved-means-saved")?.word ?? "no answer";
}

/** Checks that hold for every drive, whatever its row expects. */
function lawsOf({ faithful, survivesPowerCut }: DriveCase, { report }: Outcome): Check[] {
  if (report === null) {
    return [];
  }
  const { findings, grade } = report.verdict;
  const alarm = findings.find(({ severity }) => severity === "bad");
  const saved = savedWord(report.verdict);
  return [
    ...(faithful ? [check("no false alarm", alarm === undefined, alarm?.code ?? "none")] : []),
    ...(faithful ? [] : [check("not graded good", grade !== "good", grade)]),
    ...denials(report.verdict),
    ...(survivesPowerCut === "none"
      ? [check("does not say that saved means saved", !/^yes/i.test(saved), saved)]
      : []),
  ];
}

/**
 * No text of the verdict may deny that a drive is false: data may be lost in space that no test
 * read.
 */
function denials({ headline, answers, findings }: Verdict): Check[] {
  const said = [
    headline,
    ...answers.map(({ reason }) => reason),
    ...findings.flatMap(({ title, detail }) => [title, detail]),
  ].join(" ");
  const denial =
    /[^.]*\b(not|no|nor)\b[^.]*\bfalse (capacity|drive)[^.]*|[^.]*not false[^.]*/i.exec(said)?.[0];
  return denial === undefined ? [] : [check("no word that a drive is not false", false, denial)];
}

/**
 * Checks that the drive loses what its row in the matrix says, and that kernel and drive count the
 * same number of flushes.
 */
function truthChecks({ survivesPowerCut }: DriveCase, outcome: Outcome): Check[] {
  const { truth, survival, kernel } = outcome;
  const checks: Check[] = [];
  if (survivesPowerCut !== undefined) {
    const wanted = survivesPowerCut === "all" ? (survival?.acknowledged ?? -1) : 0;
    const seen = `${survival?.survived} of ${survival?.acknowledged}`;
    checks.push(
      check(`${survivesPowerCut} survive a power cut`, survival?.survived === wanted, seen),
    );
  }
  if (truth !== null && kernel !== null && truth.failedCalls === 0) {
    // A flush that is in progress when the counters are read may be in only one of the two counts.
    const ok = Math.abs(truth.flushes - kernel.flushes) <= 2;
    checks.push(check(`the kernel's ${kernel.flushes} flushes arrived`, ok, truth.flushes));
  }
  return checks;
}

function asRealChecks(real: AsRealDrive, { report, kernel }: Outcome): Check[] {
  if (report === null) {
    return [check(`as ${real.kind}`, false, "no report")];
  }
  const best = Math.max(...report.flushModes.map(safeRate));
  if (best < (real.fromSavesPerSecond ?? 0)) {
    return [unchecked(`as ${real.kind}`, `${Math.round(best)} saves a second were reached`)];
  }
  const verdict = judgeAsReal(report, real);
  return [
    ...(real.withoutFlushes
      ? [check("no flush at the loop device", kernel?.flushes === 0, kernel?.flushes ?? null)]
      : []),
    ...findingChecks(verdict, real),
  ].map((each) => ({ ...each, what: `as ${real.kind}: ${each.what}` }));
}

function safeRate({ guarantee, iops }: FlushModeResult): number {
  return guarantee === "power-loss" ? (iops ?? 0) : 0;
}
