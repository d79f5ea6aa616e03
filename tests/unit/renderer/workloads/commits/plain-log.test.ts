import { expect, it } from "vitest";
import { tables } from "#tables/workloads/commits";
import { briefMethod, commitsScreen, title } from "#text/workloads/commits";
import { methodSentences } from "../../../../../renderer/src/workloads/commits/report";
import { planWith } from "../../../../helpers/plan-with";
import { sampleReport } from "../../../../helpers/sample-report";
import { sampleVariants } from "../../../../helpers/workloads/commits";

it('the report of an inspection that saved only to a log file does not say "database" in chart, tables or method', () => {
  const variants = sampleVariants.filter(({ engine }) => engine === "append-log");
  const sample = sampleReport({ commits: { variants } });
  const plan = planWith(sample.plan, { commits: { engines: ["append-log"] } });
  const captions = tables(sample).map(({ caption }) => caption);
  const method = methodSentences({ ...sample, plan }).join(" ");
  expect(captions).toContain("Saved records: Plain log file");
  expect(method).toContain("are saved with a plain log file:");
  for (const text of [...captions, method, title(), briefMethod(), commitsScreen.howToRead()]) {
    expect(text).not.toMatch(/database/i);
  }
});

it("the method text names the databases whose figures the report contains", () => {
  const method = methodSentences(sampleReport({ commits: {} })).join(" ");
  expect(method).toContain("a plain log file, SQLite and libmdbx");
});
