import type { DriveCase, Figure } from "../drives/drive-case";

/** The matrix of test drives as a Markdown table for README.md. */
export function matrixDocument(drives: readonly DriveCase[]): string {
  const rows = drives.map((drive) => [
    `\`${drive.id}\` ${drive.title}`,
    truthOf(drive),
    expectedOf(drive),
  ]);
  const header = ["Drive", "What is true of it", "What the inspection must say"];
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
    ...(must.length === 0 ? [] : [must.map((code) => `\`${code}\``).join(" ")]),
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
      return figure.from === figure.to
        ? `${figure.mode} ${figure.from} flushes`
        : `${figure.mode} ${figure.from}–${figure.to} flushes`;
    case "append-flushes":
      return `${figure.mode} ${figure.from}–${figure.to} flushes for each piece appended`;
    case "fsync-flushes":
      return "fsync 0.95–1.3 flushes, up to 2 where saves are slow";
    case "true-latency":
      return `${figure.mode} within ${figure.within * 100} % of the true time`;
    case "longest-latency":
      return `longest ${figure.mode} within ${figure.within * 100} % of the true one`;
    case "mismatches":
      return `${figure.from === figure.to ? figure.from : `${figure.from}–${figure.to}`} of ${figure.outOf} blocks, the right one among them`;
    case "error-located":
      return "at the right block";
    case "read-on":
      return `that block named, and the other ${figure.outOf - 1} read and compared`;
    case "worst-window":
      return `worst window of ${figure.mode} within ${figure.withinMs} ms of a true stall`;
    case "pauses-told":
      return "says how often, as often as it was";
    case "slowdown":
      return `says from how much on ${figure.mode} was slow, within ${figure.within * 100} %, and how slow`;
    case "temperatures":
      return `up to ${figure.toCelsius} °C seen`;
    case "capacity":
      return figure.fromMebibytes === undefined
        ? `size: ${figure.result}`
        : `false from ${figure.fromMebibytes} MiB on, within 1 MiB`;
    case "size-doubted":
      return "size: false, or false or damaged; damaged where it lost less than 24 MiB";
    case "lost-blocks":
      return "as many blocks lost as the drive knows of, or old files changed; any old files compared";
    case "both-rates":
      return "tells both rates and not their middle";
    case "error-not-located":
      return "at no block";
  }
}
