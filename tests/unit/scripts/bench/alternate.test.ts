import { describe, expect, it } from "vitest";
import { alternate, tryOut, turnsOf } from "../../../../scripts/bench/alternate.mjs";
import { resultOf } from "../../../../scripts/bench/result.mjs";
import { runTool } from "../../../../scripts/bench/run-tool.mjs";
import { subjectTable } from "../../../../scripts/bench/table.mjs";
import type { Subject, Tool } from "../../../../scripts/bench/tool.mjs";

const plan = {
  profile: "quick",
  fileBytes: 4096,
  blockBytes: 4096,
  rounds: 4,
  roundNs: 1e9,
  warmupNs: 0,
  maxRoundBytes: 4096,
};

function tool(name: string, subjects: Subject[], changes: Partial<Tool> = {}): Tool {
  return {
    name,
    does: "",
    version: null,
    missing: null,
    alike: true,
    subjects,
    measure: async (_, { rounds }) => ({
      operationsPerSecond: rounds,
      cpuNsPerOperation: null,
      measuredNs: 1,
    }),
    ...changes,
  };
}

const modes: Subject[] = ["none", "fsync"];
const ours = tool("DriveProof", ["none", "fsync"]);
const loop = tool("C loop", ["none", "fsync"]);
const pg = tool("pg_test_fsync", ["fsync"]);

describe("tryOut()", () => {
  it("names missing and failing tools with the reason and continues with the other tools", async () => {
    const leftOut: string[] = [];
    const broken = tool("fio psync", ["none", "fsync"], {
      measure: async (subject) => {
        if (subject === "fsync") throw new Error("no space left");
        return { operationsPerSecond: 1, cpuNsPerOperation: 1, measuredNs: 1 };
      },
    });
    const absent = tool("dd", ["none"], { missing: "not installed" });
    const bouts = await tryOut([ours, broken, pg, absent], plan, modes, (text) =>
      leftOut.push(text),
    );
    expect(leftOut).toEqual(["dd: not installed", "fio psync in fsync: no space left"]);
    expect(bouts).toEqual([
      { subject: "none", tools: [ours, broken] },
      { subject: "fsync", tools: [ours, pg] },
    ]);
  });

  it("tries only the requested subjects", async () => {
    expect(await tryOut([ours, loop, pg], plan, ["fsync"], () => {})).toEqual([
      { subject: "fsync", tools: [ours, loop, pg] },
    ]);
  });

  it("drops a subject that DriveProof's engine cannot run", async () => {
    const failing = tool("DriveProof", ["none", "fsync"], {
      measure: (subject, short) =>
        subject === "fsync" ? Promise.reject(new Error("EIO")) : ours.measure(subject, short),
    });
    expect(await tryOut([failing, loop], plan, modes, () => {})).toEqual([
      { subject: "none", tools: [failing, loop] },
    ]);
  });
});

describe("the alternating run", () => {
  const bouts = [
    { subject: "none" as const, tools: [ours, loop] },
    { subject: "fsync" as const, tools: [ours, loop, pg] },
  ];

  it("measures one subject after the other, each with all its tools", () => {
    expect(turnsOf(bouts, 0).map((turn) => `${turn.subject} ${turn.tool.name}`)).toEqual([
      ...["none DriveProof", "none C loop"],
      ...["fsync DriveProof", "fsync C loop", "fsync pg_test_fsync"],
    ]);
  });

  it.each([2, 3, 4, 5])(
    "puts each of %i tools equally often in every position and directly before every other tool, within twice as many repetitions",
    (count) => {
      const tools = Array.from({ length: count }, (_, index) => tool(`${index}`, ["fsync"]));
      const seen = new Map<string, number>();
      const see = (what: string) => seen.set(what, (seen.get(what) ?? 0) + 1);
      for (let repetition = 0; repetition < 2 * count; repetition += 1) {
        const names = turnsOf([{ subject: "fsync", tools }], repetition).map(
          (turn) => turn.tool.name,
        );
        for (const [place, name] of names.entries()) {
          see(`${name} in place ${place}`);
          see(`${names[place - 1] ?? "nobody"} before ${name}`);
        }
      }
      const places = count * count;
      const pairs = count * (count - 1);
      const firsts = count;
      expect(seen.size).toBe(places + pairs + firsts);
      expect([...seen.values()]).toEqual(Array.from(seen, () => 2));
    },
  );

  it("lists each figure under the tool that measured it, DriveProof first, whatever the order of the runs", async () => {
    let turn = 0;
    const counting = (name: string) =>
      tool(name, ["none"], {
        measure: async () => ({
          operationsPerSecond: ++turn,
          cpuNsPerOperation: 1,
          measuredNs: 1,
        }),
      });
    const [first, second] = [counting("DriveProof"), counting("C loop")];
    const measured = await alternate(
      [{ subject: "none", tools: [first, second] }],
      plan,
      2,
      () => {},
    );
    const rates = [...(measured.get("none") ?? [])].map(([{ name }, figures]) => [
      name,
      ...figures.map(({ operationsPerSecond }) => operationsPerSecond),
    ]);
    expect(rates).toEqual([
      ["DriveProof", 1, 4],
      ["C loop", 2, 3],
    ]);
  });
});

describe("the table of a subject", () => {
  const figures = (rates: number[], cpuNsPerOperation: number | null) =>
    rates.map((operationsPerSecond) => ({
      operationsPerSecond,
      cpuNsPerOperation,
      measuredNs: 4.8e9,
    }));

  it("shows spread, CPU time and ratios, and marks figures that are not known or not comparable", () => {
    const { title, tools } = resultOf("fsync", [
      { name: "DriveProof", alike: true, repetitions: figures([1980, 2000, 2020], 12_340) },
      { name: "pg_test_fsync", alike: false, repetitions: figures([3920, 4000, 4080], null) },
    ]);
    const lines = subjectTable(title, tools).split("\n");
    expect(lines.find((line) => line.startsWith("  DriveProof "))).toMatch(
      /2,000 +1,980 – 2,020 +1\.0 % +12\.34 +4\.80$/,
    );
    const [alone, against] = lines.filter((line) => line.startsWith("  pg_test_fsync *"));
    expect(alone).toMatch(/4,000 +3,920 – 4,080 +2\.0 % +not known +4\.80$/);
    expect(against).toMatch(/0\.500 +not known +0\.50 +not known +0\.51 0\.50 0\.50$/);
  });

  it("shows only the number, the lowest and the highest of the ratios if there are many pairs", () => {
    const upTo = Array.from({ length: 11 }, (_, index) => 100 + index);
    const { title, tools } = resultOf("fsync: …", [
      { name: "DriveProof", alike: true, repetitions: figures(upTo, null) },
      {
        name: "C loop",
        alike: true,
        repetitions: figures([125, ...upTo.slice(1).fill(100)], null),
      },
    ]);
    const lines = subjectTable(title, tools).split("\n");
    expect(lines.filter((line) => line.startsWith("  C loop")).at(-1)).toMatch(
      / \d\.\d\d – \d\.\d\d +11 of 0\.80 – 1\.10$/,
    );
  });
});

describe("runTool()", () => {
  const node = (script: string) => runTool("fio", process.execPath, ["-e", script]);

  it("returns stdout and stderr", async () => {
    expect(await node("console.log('out'); console.error('err')")).toEqual({
      stdout: "out\n",
      stderr: "err\n",
    });
  });

  it("throws an error with the exit code or signal and the program's message", async () => {
    await expect(
      node("console.log('figures'); console.error('disk full'); process.exit(3)"),
    ).rejects.toThrow("fio ended with exit code 3: disk full");
    await expect(node("console.log('told on stdout'); process.exit(1)")).rejects.toThrow(
      "told on stdout",
    );
    await expect(node("process.kill(process.pid, 'SIGKILL')")).rejects.toThrow(
      "fio ended with SIGKILL: it said nothing",
    );
  });

  it("throws ENOENT for a missing program", async () => {
    await expect(runTool("fio", "no-such-program", [])).rejects.toThrow("ENOENT");
  });
});
