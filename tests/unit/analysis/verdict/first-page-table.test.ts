import { readFileSync, writeFileSync } from "node:fs";
import { expect, it } from "vitest";
import { factsOf } from "#analysis/verdict/facts";
import { type Cause, causeOf } from "#analysis/verdict/glance/cause";
import { glanceOf } from "#analysis/verdict/glance/glance";
import type { Report } from "#contract/report";
import { verdictOn } from "../../../helpers/judged";
import { situations } from "../../../helpers/mock-app/situations";
import { sampleUnjudgedReport } from "../../../helpers/sample-report";
import { allScenarios } from "./all-scenarios";
import { cornerCases } from "./corner-cases";
import { cutCornerCases } from "./cut-corner-cases";
import { saveCornerCases } from "./save-corner-cases";

/**
 * The first page's statements and offers for each cause, by code, in a table that people can read.
 * `DRIVEPROOF_WRITE_SENTENCES=1` writes the table anew; review the changes before you commit them.
 */

type UnjudgedReport = ReturnType<typeof sampleUnjudgedReport>;

const file = "tests/unit/analysis/verdict/first-page-table.md";
const isWritten = process.env.DRIVEPROOF_WRITE_SENTENCES === "1";

function judged(unjudged: UnjudgedReport): Report {
  return { ...unjudged, verdict: verdictOn(unjudged) };
}

const scenarios = [...cornerCases, ...cutCornerCases, ...saveCornerCases, ...allScenarios].map(
  ({ given }) => judged(sampleUnjudgedReport(given)),
);
const reports = [...Object.values(situations), ...scenarios];

/**
 * The same figures on other kinds of drives, for which the words and the person who can help
 * differ.
 */
const places: readonly ((report: UnjudgedReport) => UnjudgedReport)[] = [
  (report) => onDrive(report, { kind: "usb", bus: "usb", removable: true, model: "Flash Disk" }),
  (report) => onDrive(report, { kind: "memory-card", removable: true, model: "SD64G" }),
  (report) => onDrive(report, { kind: "nvme", disks: 2 }),
  (report) => onDrive(report, { kind: "network" }),
  (report) => ({ ...report, volume: { ...report.volume, fileSystem: "tmpfs" } }),
  (report) => ({ ...report, host: { ...report.host, virtualMachine: "KVM" } }),
  (report) => ({ ...report, host: { ...report.host, virtualMachine: "Parallels" } }),
  (report) => ({ ...report, computer: { maker: "Apple", model: "MacBook Pro" } }),
];

function onDrive(report: UnjudgedReport, drive: Partial<Report["volume"]["drive"]>) {
  const { volume } = report;
  return { ...report, volume: { ...volume, system: false, drive: { ...volume.drive, ...drive } } };
}

function ofEachCause(): Report[] {
  const first = new Map<Cause, Report>();
  for (const report of reports) {
    const cause = causeOf(report, factsOf(report));
    first.set(cause, first.get(cause) ?? report);
  }
  return [...first.values()].flatMap((report) => places.map((place) => judged(place(report))));
}

function short(said: { readonly code: string } | null): string {
  return said === null ? "–" : said.code.replace(/^glance\.((word|todo|caveat|step|deed)\.)?/, "");
}

function rowOf(report: Report): string {
  const { word, sentence, todo, caveat, steps, deeds } = glanceOf(report);
  const numbered = (number: number | null, text: string) =>
    number === null ? text : `${number} ${text}`;
  const cells = [
    causeOf(report, factsOf(report)),
    ...[word, sentence, todo, caveat].map(short),
    steps.map(({ number, title }) => numbered(number, short(title))).join(", "),
    deeds
      .map(({ id, number, title, detail }) =>
        numbered(number, `${id}: ${short(title)}, ${short(detail)}`),
      )
      .join("; "),
  ];
  return `| ${cells.join(" | ")} |`;
}

it("the first page has for each cause the words, advice and buttons that the recorded table lists", () => {
  const rows = new Set([...reports, ...ofEachCause()].map(rowOf));
  const table = [
    "| cause | word | sentence | advice | limit | steps | buttons |",
    "| --- | --- | --- | --- | --- | --- | --- |",
    ...[...rows].sort(),
    "",
  ].join("\n");
  if (isWritten) {
    writeFileSync(file, table);
  }
  expect(table).toBe(readFileSync(file, "utf8"));
});
