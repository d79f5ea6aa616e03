import type { DriveCase } from "../drives/drive-case";
import { savedWord } from "./expectations";
import type { Check, Outcome } from "./outcome";

export interface Row {
  readonly drive: DriveCase;
  readonly outcome: Outcome;
  readonly checks: readonly Check[];
  readonly elapsedMs: number;
}

/**
 * The matrix of drives and verdicts as text: one line for each drive, and one for each expectation
 * not met.
 */
export function matrixText(rows: readonly Row[]): string {
  const cells = rows.map(cellsOf);
  const widths = header.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd();
  const failures = rows.flatMap(({ drive, checks }) =>
    checks
      .filter(({ ok }) => !ok)
      .map(({ what, seen }) => `  ✗ ${drive.id}: expected ${what}; seen: ${seen}`),
  );
  const all = rows.flatMap(({ checks }) => checks);
  const met = all.filter(({ ok, isUnchecked }) => ok && !isUnchecked).length;
  const busy = rows.flatMap(({ drive, checks }) =>
    checks
      .filter(({ isUnchecked }) => isUnchecked)
      .map(
        ({ what, seen }) =>
          `  – ${drive.id}: NOT checked here, the machine is too busy: ${what} (${seen})`,
      ),
  );
  return [
    "",
    line(header),
    line(widths.map((width) => "-".repeat(width))),
    ...rows.map((_, index) => line(cells[index] ?? [])),
    "",
    ...failures,
    ...busy,
    `${rows.length} drives, ${met} expectations met, ${failures.length} not met, ${busy.length} not checked`,
    "",
  ].join("\n");
}

const header = ["drive", "exit", "saved means saved", "findings", "figures", "power cut", "time"];

function cellsOf({ drive, outcome, checks, elapsedMs }: Row): string[] {
  const { report, survival, exitCode } = outcome;
  const expected = "refused" in drive.expected ? null : drive.expected;
  const codes = report?.verdict.findings.map(({ code }) => code) ?? [];
  const wanted = (expected?.must ?? []).map(
    (code) => `${code} ${codes.includes(code) ? "✓" : "✗"}`,
  );
  const forbidden = (expected?.mustNot ?? [])
    .filter((code) => codes.includes(code))
    .map((code) => `${code} ✗`);
  return [
    `${checks.every(({ ok }) => ok) ? "✓" : "✗"} ${drive.id}`,
    String(exitCode),
    report === null ? "refused" : savedWord(report.verdict),
    [...wanted, ...forbidden].join(", ") || "none",
    figuresOf(outcome),
    survival === null ? "" : `${survival.survived} of ${survival.acknowledged}`,
    `${(elapsedMs / 1000).toFixed(1)} s`,
  ];
}

/**
 * Text with the rate and flush count of each mode, or with the inspection's error and its offset.
 */
function figuresOf({ report }: Outcome): string {
  if (report === null) {
    return "";
  }
  if (report.error !== null) {
    const { code, syscall, offset } = report.error;
    return [code, syscall, offset === null ? null : `at ${offset}`].filter(Boolean).join(" ");
  }
  return report.flushModes
    .filter(({ iops }) => iops !== null)
    .map(({ mode, iops, deviceFlushesPerSync: flushes }) =>
      [mode, `${Math.round(iops ?? 0)}/s`, flushes === null ? "×?" : `×${flushes.toFixed(2)}`].join(
        " ",
      ),
    )
    .join(", ");
}
