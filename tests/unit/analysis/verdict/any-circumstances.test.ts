import { beforeAll, describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { driveErrorCodes } from "#contract/drive-error-schema";
import { operatingSystems } from "#contract/flush-mode";
import { type Answer, type Verdict, verdictSchema } from "#contract/verdict";
import { driveKinds, writeCacheStates } from "#contract/volume-schema";
import { everyFindingCode } from "../../../helpers/finding-codes";
import { verdictOn } from "../../../helpers/judged";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";

function wordOf({ answers }: Verdict, question: Answer["question"]): string | undefined {
  return answers.find((answer) => answer.question === question)?.word;
}

/** Each once: so many verdicts say the same that looking at all of them takes seconds. */
const each = <Item>(items: readonly Item[]): Item[] => [
  ...new Map(items.map((item) => [JSON.stringify(item), item])).values(),
];

describe("verdictOn(), in any circumstances,", () => {
  const others: SampleOptions = { sweep: {}, interval: {}, chunked: "ordinary" };
  const measured = operatingSystems.flatMap((os) =>
    driveKinds.flatMap((kind) => [
      // With the other tests where a mode was measured, without them where none was.
      sampleUnjudgedReport({ os, drive: { kind }, ...others }),
      sampleUnjudgedReport({ os, drive: { kind }, modes: [] }),
    ]),
  );
  const reports = measured.flatMap(({ volume, ...report }) =>
    writeCacheStates.flatMap((writeCache) =>
      [null, ...driveErrorCodes].map((code) => ({
        ...report,
        volume: { ...volume, writeCache },
        error: code === null ? null : driveError(code, "Something happened."),
        partial: code !== null,
      })),
    ),
  );
  const judgeAll = () => reports.map((report) => ({ report, verdict: verdictOn(report) }));
  let judged: ReturnType<typeof judgeAll> = [];
  let verdicts: Verdict[] = [];
  beforeAll(() => {
    judged = judgeAll();
    verdicts = each(judged.map(({ verdict }) => verdict));
  }, 120_000);

  it("returns a valid verdict with all four answers and no exclamation mark in its headline", () => {
    for (const verdict of verdicts) {
      expect(verdictSchema.safeParse(verdict).success).toBe(true);
    }
    for (const questions of each(
      verdicts.map(({ answers }) => answers.map((one) => one.question)),
    )) {
      expect(questions).toEqual(["saved-means-saved", "safe-speed", "plain-speed", "honesty"]);
    }
    for (const headline of each(verdicts.map((verdict) => verdict.headline))) {
      expect(headline).toMatch(/^[A-Z][^!]*\.$/);
    }
    for (const { meaning, advice } of each(
      verdicts.map((verdict) => ({ meaning: verdict.meaning, advice: verdict.advice })),
    )) {
      expect(meaning.length).toBeGreaterThanOrEqual(2);
      expect(meaning.length).toBeLessThanOrEqual(3);
      expect(advice.length).toBeGreaterThan(0);
      expect(new Set(advice).size).toBe(advice.length);
    }
    for (const text of each(verdicts.flatMap(({ meaning, advice }) => [...meaning, ...advice]))) {
      expect(text).toMatch(/^[A-Z][^!]*[.]$/);
    }
    for (const { reason, word } of each(verdicts.flatMap(({ answers }) => answers))) {
      expect(word).not.toMatch(/NaN|undefined|null|Infinity/);
      expect(reason).toMatch(/^[A-Z\d][^!]*\.$/);
    }
    for (const { title, detail } of each(verdicts.flatMap(({ findings }) => findings))) {
      // A heading and no sentence; a ratio in it may have its decimal point.
      expect(title).toMatch(/^[A-Z]([^!.]|\.\d)*$/);
      expect(detail).toMatch(/^[A-Z\d][^!]*\.$/);
      expect(detail).not.toMatch(/NaN|undefined|null|Infinity|\.\./);
    }
    for (const codes of each(verdicts.map(({ findings }) => findings.map(({ code }) => code)))) {
      expect(new Set(codes).size).toBe(codes.length);
      expect(everyFindingCode).toEqual(expect.arrayContaining(codes));
    }
  });

  it('returns the grade "good" only without suspicion, without an error and without a grave finding', () => {
    const good = judged.filter(({ verdict }) => verdict.grade === "good");
    expect(good.length).toBeGreaterThan(0);
    for (const { report, verdict } of good) {
      expect(wordOf(verdict, "honesty")).toMatch(/^(Evidence seen|No evidence available)$/);
      expect(wordOf(verdict, "saved-means-saved")).not.toMatch(/^(No|Not known)$/);
      expect(verdict.findings.map(({ severity }) => severity)).not.toContain("bad");
      expect(report.error).toBeNull();
    }
  });

  it('returns the grade "poor" exactly if a finding or answer is bad', () => {
    for (const { grade, findings, answers } of verdicts) {
      const severities = [...findings, ...answers].map(({ severity }) => severity);
      expect([grade, severities.includes("bad")]).toEqual([grade, grade === "poor"]);
    }
  });
});
