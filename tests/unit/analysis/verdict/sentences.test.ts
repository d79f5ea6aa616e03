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
 * Every sentence and severity of the verdict: the texts of as few scenarios as contain all
 * sentences, and for each other scenario a hash of its texts. `DRIVEPROOF_WRITE_SENTENCES=1 npx
 * vitest run --project unit tests/unit/analysis/verdict/sentences` writes the file; every line that
 * then differs is text that people will read, so review each.
 */
const file = "tests/unit/analysis/verdict/sentences.json";

const scenarios: readonly CornerCase[] = [
  ...cornerCases,
  ...cutCornerCases,
  ...saveCornerCases,
  ...allScenarios,
];

/** The verdict's texts, each with the name of its part and its severity. */
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

/** A short hash of these texts, under which the file stores them. */
function keyOf(...texts: readonly string[]): string {
  return createHash("sha256").update(texts.join("\n")).digest("hex").slice(0, 8);
}

/**
 * Names of scenarios that together contain every text, leaving out those whose texts all occur in
 * others.
 */
function fewestOf(read: ReadonlyMap<string, readonly string[]>): string[] {
  const spokenBy = new Map<string, number>();
  for (const text of [...read.values()].flat()) {
    spokenBy.set(text, (spokenBy.get(text) ?? 0) + 1);
  }
  return [...read].flatMap(([name, texts]) => {
    if (texts.some((text) => spokenBy.get(text) === 1)) {
      return [name];
    }
    for (const text of texts) {
      spokenBy.set(text, (spokenBy.get(text) ?? 0) - 1);
    }
    return [];
  });
}

if (process.env.DRIVEPROOF_WRITE_SENTENCES) {
  const read = new Map(scenarios.map((each) => [each.name, readOf(each)]));
  const texts = [...new Set([...read.values()].flat())].sort();
  const fewest = fewestOf(read);
  const others = [...read].filter(([name]) => !fewest.includes(name));
  const written = {
    texts: Object.fromEntries(texts.map((text) => [keyOf(text), text])),
    scenarios: Object.fromEntries(
      fewest.map((name) => [
        name,
        read
          .get(name)
          ?.map((text) => keyOf(text))
          .join(" "),
      ]),
    ),
    others: others.map(([, each]) => keyOf(...each)).join(" "),
  };
  writeFileSync(file, `${JSON.stringify(written, null, 2)}\n`);
}

describe.skipIf(process.env.DRIVEPROOF_WRITE_SENTENCES)("the sentences of the verdict", () => {
  const texts: Readonly<Record<string, string>> = recorded.texts;
  const expected: Readonly<Record<string, string>> = recorded.scenarios;
  const known = new Set(Object.values(texts));
  const others = scenarios.filter(({ name }) => expected[name] === undefined);

  it.each(scenarios)("match the record for: $name", (scenario) => {
    const read = readOf(scenario);
    const keys = expected[scenario.name]?.split(" ");
    expect(read).toEqual(keys?.map((key) => texts[key]) ?? read.filter((text) => known.has(text)));
    if (keys === undefined) {
      expect(keyOf(...read)).toBe(recorded.others.split(" ")[others.indexOf(scenario)]);
    }
  });

  it("are recorded for every scenario, scenario names are unique, and each recorded sentence occurs in a scenario", () => {
    const names = scenarios.map(({ name }) => name);
    expect(names).toHaveLength(new Set(names).size);
    expect(names).toEqual(expect.arrayContaining(Object.keys(expected)));
    expect(recorded.others.split(" ")).toHaveLength(others.length);
    const spoken = Object.values(expected).flatMap((keys) => keys.split(" "));
    expect([...new Set(spoken)].sort()).toEqual(Object.keys(texts).sort());
  });
});
