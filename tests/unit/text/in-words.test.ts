import { afterEach, describe, expect, it } from "vitest";
import { referenceDrives } from "#analysis/reference-drives";
import { reportSchema } from "#contract/report";
import { errorInWords, inLanguageOfMoment, warningInWords } from "#text/in-words";
import { inLanguage, setLanguage } from "#text/language";
import { messageOf } from "#text/statements";
import { retellVerdict } from "#text/verdict";
import { goodReport, partialReport } from "../../helpers/mock-app/reports";
import { plainEnglish } from "../../helpers/plain-english";
import { sampleReport } from "../../helpers/sample-report";

afterEach(() => setLanguage("en"));

const disturbed = sampleReport({
  report: { warnings: [warningInWords("on-battery", [{ code: "on-battery", params: {} }])] },
  modes: [
    { mode: "fsync", iops: 100, flushesPerSave: 1, disturbedRounds: [1], repeatedRounds: [1] },
    { mode: "fdatasync" },
  ],
});

describe("a stored report", () => {
  it("has its warnings and errors in English if the program shows another language", () => {
    const warning = { code: "on-battery", params: {} };
    const said = warningInWords("on-battery", [warning]);
    setLanguage("en-XA");
    expect(warningInWords("on-battery", [warning])).toEqual(said);
    const error = {
      ...({ code: "internal", syscall: null, osCode: null, offset: null, during: null } as const),
      statements: [{ code: "error.itself", params: { reason: "no reason" } }],
    };
    expect(errorInWords(error).message).toContain("DriveProof itself failed");
  });

  it("contains exactly the verdict texts that its statements produce", () => {
    for (const report of [goodReport, partialReport, disturbed]) {
      expect(retellVerdict(report.verdict)).toEqual(report.verdict);
    }
  });
});

describe("a stored report on the screen", () => {
  it("stays unchanged if it is shown in English", () => {
    expect(inLanguageOfMoment(disturbed)).toEqual(disturbed);
  });

  it("keeps the system's own words about a refused mode unchanged in another language", () => {
    const report = sampleReport({
      modes: [{ mode: "o_direct", refusal: "open: EINVAL, Invalid argument" }],
    });
    const [unavailable] = report.flushModes;
    expect(unavailable?.statements).toEqual([
      { code: "reason.refused", params: { systemText: unavailable?.reason } },
    ]);
    setLanguage("en-XA");
    expect(inLanguageOfMoment(report).flushModes[0]?.reason).toBe(unavailable?.reason);
  });

  it("has its verdict, reasons, disturbances and warnings shown in the language of the program", () => {
    setLanguage("en-XA");
    const { verdict, flushModes, warnings } = inLanguageOfMoment(disturbed);
    const [measured, notReached] = flushModes;
    const texts = [
      ...[verdict.headline, ...verdict.meaning, ...verdict.advice],
      ...verdict.answers.flatMap(({ word, reason }) => [word, reason]),
      ...verdict.findings.flatMap(({ title, detail }) => [title, detail]),
      notReached?.reason ?? "no reason",
      ...(measured?.rounds[1]?.disturbances ?? ["no disturbance"]),
      ...warnings.map(({ message }) => message),
    ];
    const published = referenceDrives.flatMap(({ name, sourceName }) => [name, sourceName]);
    const names = ["fsync", "fdatasync", disturbed.volume.drive.model ?? "", ...published];
    expect(texts.filter((text) => plainEnglish(text, names).length > 0)).toEqual([]);
    // Figures and codes for programs stay unchanged.
    expect(verdict.statements).toEqual(disturbed.verdict.statements);
    expect(measured?.iops).toBe(disturbed.flushModes[0]?.iops);
  });

  it("keeps the stored text of parts without statements", () => {
    const { verdict, ...report } = sampleReport();
    const uncoded = (one: object) => ({ ...one, statements: null });
    const first = reportSchema.parse({
      ...report,
      verdict: {
        ...uncoded(verdict),
        answers: verdict.answers.map(uncoded),
        findings: verdict.findings.map(uncoded),
      },
    });
    const shown = inLanguage("en-XA", () => inLanguageOfMoment(first));
    expect(shown.verdict).toEqual(first.verdict);
    expect(messageOf({ message: "As it was." })).toBe("As it was.");
  });
});

describe("a report that an earlier version stored", () => {
  const { verdict } = disturbed;
  const [answer, ...answers] = verdict.answers;
  const [finding, ...findings] = verdict.findings;
  const gone = { code: "volume-full.todo", params: {} };
  const reworded = "281 saves a second, as an earlier version put it.";
  if (answer?.statements == null || finding?.statements == null || verdict.statements === null) {
    throw new Error("the sample has no statements");
  }
  const codeGone = reportSchema.parse({
    ...disturbed,
    verdict: {
      ...verdict,
      statements: { ...verdict.statements, advice: [[gone]] },
      answers: [{ ...answer, statements: { ...answer.statements, reason: [gone] } }, ...answers],
      findings: [{ ...finding, statements: { ...finding.statements, todo: [gone] } }, ...findings],
    },
    warnings: [{ code: "on-battery", message: reworded, statements: [gone] }],
  });
  const wordsChanged = reportSchema.parse({
    ...disturbed,
    verdict: {
      ...verdict,
      headline: reworded,
      answers: [{ ...answer, word: reworded }, ...answers],
      findings: [{ ...finding, detail: reworded }, ...findings],
    },
    warnings: [{ ...disturbed.warnings[0], message: reworded }],
  });

  it.each(["en", "en-XA"] as const)(
    "shows in the language %s the stored text if its statement code no longer exists",
    (language) => {
      setLanguage(language);
      const shown = inLanguageOfMoment(codeGone);
      expect(shown.verdict.advice).toEqual(verdict.advice);
      expect(shown.verdict.answers[0]).toEqual({ ...answer, statements: null });
      expect(shown.verdict.findings[0]).toEqual({ ...finding, statements: null });
      expect(shown.warnings.map(messageOf)).toEqual([reworded]);
    },
  );

  it.each(["en", "en-XA"] as const)(
    "shows in the language %s the stored text if it differs from today's sentences of its statement codes",
    (language) => {
      setLanguage(language);
      const shown = inLanguageOfMoment(wordsChanged);
      expect(shown.verdict.headline).toBe(reworded);
      expect(shown.verdict.statements).toBeNull();
      expect(shown.verdict.answers[0]).toEqual({ ...answer, word: reworded, statements: null });
      expect(shown.verdict.findings[0]).toEqual({ ...finding, detail: reworded, statements: null });
      expect(shown.warnings.map(messageOf)).toEqual([reworded]);
    },
  );

  it("keeps the statements of all answers and findings whose codes still exist", () => {
    const shown = inLanguageOfMoment(codeGone);
    expect(shown.verdict.answers.slice(1)).toEqual(answers);
    expect(shown.verdict.findings.slice(1)).toEqual(findings);
  });
});

it("inLanguage() restores the language of the program even if the given function throws", () => {
  setLanguage("en-XA");
  const fails = () =>
    inLanguage("en", () => {
      throw new Error("broken");
    });
  expect(fails).toThrow("broken");
  const warning = warningInWords("on-battery", [{ code: "on-battery", params: {} }]);
  expect(messageOf(warning)).not.toContain("battery");
});
