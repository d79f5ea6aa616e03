import type { DriveCase, Figure } from "../drives/drive-case";

/** The rows as a table for README.md. */
export function matrixDocument(drives: readonly DriveCase[]): string {
  const rows = drives.map((drive) => [
    `\`${drive.id}\` ${drive.title}`,
    truthOf(drive),
    expectedOf(drive),
    (drive.pending ?? []).map(({ needs, expectation }) => `${expectation} (${needs})`).join("; "),
  ]);
  const header = ["Drive", "What is true of it", "What the inspection must say", "Not yet"];
  return [header, header.map(() => "---"), ...rows]
    .map((cells) => `| ${cells.map(escaped).join(" | ")} |`)
    .join("\n");
}

function escaped(cell: string): string {
  return cell.replaceAll("|", "\\|");
}

function truthOf({ truth, faithful, survivesPowerCut }: DriveCase): string {
  const proof = {
    all: " Power cut: 50 of 50 survive.",
    none: " Power cut: 0 of 50 survive.",
    untried: "",
  }[survivesPowerCut ?? "untried"];
  return `${faithful ? "" : "**Flawed.** "}${truth}${proof}`;
}

function expectedOf({ expected, asReal }: DriveCase): string {
  if ("refused" in expected) {
    return "refused, exit 3";
  }
  const { exitCode, must, saved, error, figures } = expected;
  return [
    `exit ${exitCode}`,
    `saved: “${saved}”`,
    must.map((code) => `\`${code}\``).join(" "),
    ...(error ? [`error ${error.code}${error.syscall ? ` of ${error.syscall}` : ""}`] : []),
    ...(figures ?? []).map(figureWords),
    ...(asReal ?? []).map(
      (real) =>
        `as ${real.kind}${real.writeCache === "write-through" ? " (write through)" : ""}: “${real.saved}” ${real.must.map((code) => `\`${code}\``).join(" ")}`,
    ),
  ].join("; ");
}

function figureWords(figure: Figure): string {
  switch (figure.figure) {
    case "flushes":
    case "append-flushes":
      return figure.from === figure.to
        ? `${figure.mode} ${figure.from} flushes`
        : `${figure.mode} ${figure.from}–${figure.to} flushes`;
    case "fsync-flushes":
      return "fsync 0.95–1.3 flushes, up to 2 where saves are slow";
    case "true-latency":
      return `${figure.mode} within ${figure.within * 100} % of the true time`;
    case "longest-latency":
      return `longest ${figure.mode} within ${figure.within * 100} % of the true one`;
    case "mismatches":
      return `${figure.from === figure.to ? figure.from : `${figure.from}–${figure.to}`} of ${figure.outOf} blocks, the right one among them`;
    case "error-located":
      return figure.withinBytes ? "at most 1 MiB before the right block" : "at the right block";
    case "error-not-located":
      return "at no block";
  }
}
