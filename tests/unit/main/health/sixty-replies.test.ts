import { describe, expect, it } from "vitest";
import { judge } from "#analysis/verdict";
import { healthSchema } from "#contract/health";
import { said, verdictOn } from "../../../helpers/judged";
import { sampleUnjudgedReport } from "../../../helpers/sample-report";
import { nowMs, type Reply, replies } from "./sixty-replies";

/** What is said of each reply, in a table that people look at: `sixty-replies.md`. */

const codes = /^(health|drive)-/;

async function saidOf({ os, kind = "nvme", read, bought = {} }: Reply) {
  const health = await read();
  expect(healthSchema.parse(JSON.parse(JSON.stringify(health)))).toEqual(health);
  const report = sampleUnjudgedReport({
    os,
    drive: { kind, capacityBytes: 1e12, disks: 1 },
    report: { health, startedAt: new Date(nowMs).toISOString(), ...bought },
  });
  const [answer] = verdictOn(report).answers.filter(({ question }) => question === "condition");
  const findings = judge(report).findings.filter(({ code }) => codes.test(code));
  const verdict = judge(report);
  return {
    grade: verdict.grade,
    answer: `${answer?.word}. ${answer?.reason}`,
    codes: findings.map(({ code }) => code),
    text: findings
      .map(({ code, seen, means, todo }) =>
        code === "health-not-known" || /bought/.test(JSON.stringify(means))
          ? [seen, means, todo]
          : [seen],
      )
      .map((parts) => parts.map(said).filter(Boolean).join(" "))
      .join(" "),
  };
}

const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, " ").replaceAll("|", "\\|");

describe("the table of sixty drive replies", () => {
  it("has at least sixty rows", () => {
    expect(replies.length).toBeGreaterThanOrEqual(60);
  });

  it("matches what the program says about each reply", async () => {
    const rows: string[] = [];
    for (const [place, reply] of replies.entries()) {
      const { grade, answer, codes: found, text } = await saidOf(reply);
      const cells = [String(place + 1), reply.reply, answer, found.join(", "), text, grade];
      rows.push(`| ${cells.map(plain).join(" | ")} |`);
    }
    const table = [
      "| # | Reply | Is it new and well? | Findings | What was seen | Grade |",
      "| --- | --- | --- | --- | --- | --- |",
      ...rows,
      "",
    ].join("\n");
    await expect(table).toMatchFileSnapshot("sixty-replies.md");
  });

  it.each(replies.map((reply) => [reply.reply, reply] as const))(
    "never praises a drive that reports losses: %s",
    async (_, reply) => {
      const { answer, text } = await saidOf(reply);
      if (/could not|predicts a failure|switched itself to reading/.test(text)) {
        expect(answer).not.toMatch(/no fault reported|like new/i);
      }
      expect(`${answer} ${text}`).not.toMatch(/cannot be true.*Rated life/);
      expect(answer).not.toMatch(/0 B written/);
    },
  );
});
