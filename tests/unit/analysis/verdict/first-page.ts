import { glanceOf } from "#analysis/verdict/glance/glance";
import { paperOf } from "#analysis/verdict/glance/paper";
import type { PowerCutModeResult, PowerCutTest } from "#contract/power-cut/test";
import type { Report } from "#contract/report";
import { volumeFactsSchema } from "#contract/volume-schema";
import { tell } from "#text/statements";
import { powerCutReportOn } from "../../../helpers/judged";
import { laptopVolume } from "../../../helpers/mock-app/volumes";
import { plain } from "../../../helpers/read-verdict";
import { counted, cutOn } from "../../../helpers/sample-power-cut";
import {
  type SampleOptions,
  sampleReport,
  sampleUnjudgedReport,
} from "../../../helpers/sample-report";
import { linux } from "./scenario";

/**
 * The texts of the verdict's first page, of the same page on paper and of the recommended actions.
 */

export const said = (report: Report) => {
  const glance = glanceOf(report);
  const paper = paperOf(report);
  const text = (one: Parameters<typeof tell>[0] | null) => (one === null ? null : plain(tell(one)));
  return {
    mark: glance.mark,
    headline: `${text(glance.word)} ${text(glance.sentence)}`,
    todo: text(glance.todo),
    caveat: text(glance.caveat),
    caveatOnPaper: text(paper.caveat),
    answer: text(glance.safe.answer),
    reason: text(glance.safe.reason),
    rows: Object.fromEntries(
      glance.safe.lines.map(({ sign, title, value }) => [text(title), `${sign}: ${text(value)}`]),
    ),
    steps: glance.steps.map(({ title, detail }) => `${text(title)}: ${text(detail)}`),
    repeat: paper.repeat.map(text),
    deeds: glance.deeds.map(({ title, detail }) => `${text(title)}: ${text(detail)}`),
    cards: glance.cards,
    notes: glance.cards.map(({ note }) => text(note)),
    well: glance.well.map(({ sign, title, value }) => `${sign}: ${text(title)}: ${text(value)}`),
    ring: glance.ring,
    next: text(paper.next),
    unknown: paper.unknown.map(text),
  };
};

/** All texts of the verdict page and of the paper, including repeated ones. */
export const textsOf = (report: Report): string[] => {
  const { headline, answers, findings, meaning, advice } = report.verdict;
  const { lines, lost, next, repeat, unknown } = paperOf(report);
  const text = (one: Parameters<typeof tell>[0]) => plain(tell(one));
  const page = said(report);
  return [
    ...[page.headline, page.todo, page.caveat, page.caveatOnPaper, page.answer, page.reason],
    ...Object.entries(page.rows).map(([title, value]) => `${title}: ${value}`),
    ...[...page.steps, ...page.deeds, ...page.well],
    ...page.notes,
    headline,
    ...answers.flatMap(({ word, reason }) => [word, reason]),
    ...findings.flatMap(({ title, statements }) => [
      title,
      ...(statements === null
        ? []
        : [statements.seen, statements.means, statements.todo].map((part) =>
            part.map(text).join(" "),
          )),
    ]),
    ...[...meaning, ...advice],
    ...lines.flatMap(({ question, answer, sign, details }) => [
      `${text(question)}: ${sign}: ${text(answer)}`,
      ...details.map(text),
    ]),
    ...[...(lost ?? []), ...repeat, ...unknown].map(text),
    next === null ? null : text(next),
  ].flatMap((one) => (one === null || one === "" ? [] : [plain(one)]));
};
/** Every mode sends a flush for each save. */
export const good: SampleOptions = { modes: linux(900, 1) };
export const of = (options: SampleOptions) => said(sampleReport(options));

export const { app, host } = sampleUnjudgedReport();
/** A volume that is not the system's, so that a test may pull its drive out. */
export const volume = volumeFactsSchema.parse({ ...laptopVolume, mountPoint: "/home" });
export const plugTest = (
  test: PowerCutTest,
  earlier: readonly PowerCutTest[] = [],
  around: { host?: Partial<typeof host>; volume?: Partial<typeof volume> } = {},
) =>
  said(
    powerCutReportOn({
      app,
      host: { ...host, ...around.host },
      volume: { ...volume, ...around.volume },
      warnings: [],
      test,
      earlier,
    }),
  );

export const withModes = (
  test: PowerCutTest,
  change: (mode: PowerCutModeResult) => Partial<PowerCutModeResult>,
): PowerCutTest => ({ ...test, modes: test.modes.map((one) => ({ ...one, ...change(one) })) });

/**
 * A plug test in which the ordinary save proved nothing, but another mode with the same promise
 * kept its saves.
 */
export const onlyOthersKept = (day: number) =>
  withModes(cutOn(day, "kept", counted), ({ mode }) =>
    mode === "fsync"
      ? { verdict: "not-proven", doubt: "flushed-by-another", unaided: 0, windowNs: null }
      : mode === "o_direct_dsync"
        ? { verdict: "kept", refusal: null }
        : {},
  );

export const guest = { host: { virtualMachine: "KVM" } };

export const noCut = { deed: "no-cut", computerRestarted: true } as const;
