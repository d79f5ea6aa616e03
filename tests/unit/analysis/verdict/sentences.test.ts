import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { verdictOn } from "../../../helpers/judged";
import { sampleUnjudgedReport } from "../../../helpers/sample-report";
import { allScenarios } from "./all-scenarios";
import { type CornerCase, cornerCases } from "./corner-cases";
import { cutCornerCases } from "./cut-corner-cases";
import { saveCornerCases } from "./save-corner-cases";
import recorded from "./sentences.json";

/**
 * Every sentence and every severity of the verdict, in each scenario. The file is written by
 * `DRIVEPROOF_WRITE_SENTENCES=1 npx vitest run --project unit tests/unit/analysis/verdict/sentences`; what then
 * differs in it is what people read differently, and is to be looked at line by line.
 */
const file = "tests/unit/analysis/verdict/sentences.json";

const scenarios: readonly CornerCase[] = [
  ...cornerCases,
  ...cutCornerCases,
  ...saveCornerCases,
  ...allScenarios,
];

/** What a person reads, each with its place and its severity. */
function readOf({ given }: CornerCase): string[] {
  const { grade, headline, meaning, advice, answers, findings } = verdictOn(
    sampleUnjudgedReport(given),
  );
  return [
    `grade | ${grade}`,
    `headline | ${headline}`,
    ...meaning.map((sentence) => `meaning | ${sentence}`),
    ...answers.map(
      ({ question, severity, word, reason }) => `${question} | ${severity} | ${word} | ${reason}`,
    ),
    ...findings.map(
      ({ code, severity, title, detail }) => `${code} | ${severity} | ${title} | ${detail}`,
    ),
    ...advice.map((sentence) => `advice | ${sentence}`),
  ].map((text) => text.replace(/[\u202f\u00a0]/g, " "));
}

/** Each text stands once in the file, under a number made of all of it. */
function keyOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

if (process.env.DRIVEPROOF_WRITE_SENTENCES) {
  const texts = [...new Set(scenarios.flatMap(readOf))].sort();
  const written = {
    texts: Object.fromEntries(texts.map((text) => [keyOf(text), text])),
    scenarios: Object.fromEntries(
      scenarios.map((each) => [each.name, readOf(each).map(keyOf).join(" ")]),
    ),
  };
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
}

describe.skipIf(process.env.DRIVEPROOF_WRITE_SENTENCES)("the sentences of the verdict", () => {
  const texts: Readonly<Record<string, string>> = recorded.texts;
  const expected: Readonly<Record<string, string>> = recorded.scenarios;

  it.each(scenarios)("match the record for: $name", (scenario) => {
    expect(readOf(scenario)).toEqual(expected[scenario.name]?.split(" ").map((key) => texts[key]));
  });

  it("are recorded exactly once for every scenario", () => {
    const names = scenarios.map(({ name }) => name);
    expect(Object.keys(expected).sort()).toEqual([...new Set(names)].sort());
    expect(names).toHaveLength(new Set(names).size);
  });
});
