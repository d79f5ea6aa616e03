import { describe, expect, it } from "vitest";
import { estimateRun } from "#analysis/estimate";
import { planFor } from "#analysis/plan";
import { operatingSystems } from "#contract/flush-mode";
import { type CommitsPlan, commitDatabases } from "#contract/workloads/commits";
import { planWith } from "../../../../helpers/plan-with";

const plan = planFor("standard", "linux", ["commits"]);
const estimate = (changes: Partial<CommitsPlan>, os: (typeof operatingSystems)[number] = "linux") =>
  estimateRun(planWith(plan, { commits: { ...changes } }), os);

describe("the estimate of the databases", () => {
  it.each(operatingSystems)("is the sum of the estimates of all database engines on %s", (os) => {
    const each = commitDatabases.map((engine) => estimate({ engines: [engine] }, os));
    const whole = estimate({}, os);
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    for (const { durationNs, bytes } of each) {
      expect(durationNs).toBeGreaterThan(0);
      expect(bytes).toBeGreaterThan(0);
    }
    expect(Math.abs(whole.durationNs - sum(each.map(({ durationNs }) => durationNs)))).toBeLessThan(
      4,
    );
    expect(Math.abs(whole.bytes - sum(each.map(({ bytes }) => bytes)))).toBeLessThan(4);
  });

  it("includes each record's bytes for every database, durable and relaxed, with 24 more bytes per record in a plain log file", () => {
    const { shapes, keyBytes, valueBytes } = plan.workloads.commits;
    const capNs = 3600e9;
    const records = shapes.reduce(
      (sum, shape) => sum + shape.transactions * shape.recordsPerTransaction,
      0,
    );
    // Four database variants on Linux, each durable and relaxed.
    expect(estimate({ capNs }).bytes).toBeGreaterThan(8 * records * (keyBytes + valueBytes));
    expect(estimate({ capNs, engines: ["append-log"] }).bytes).toBe(
      2 * records * (24 + keyBytes + valueBytes),
    );
  });

  it("is 0.6 to 1.6 times the bytes that Linux counted for SQLite and libmdbx in the standard plan", () => {
    // Bytes passed to write calls, durable and relaxed together, as /proc/self/io counts them.
    const counted = { sqlite: 2 * (518 + 591) * 1e6, mdbx: 2 * 138 * 1e6 };
    for (const engine of ["sqlite", "mdbx"] as const) {
      const { bytes } = estimate({ engines: [engine] });
      expect(bytes).toBeGreaterThan(0.6 * counted[engine]);
      expect(bytes).toBeLessThan(1.6 * counted[engine]);
    }
  });

  it("is lower if the plan limits the time, but includes at least the first commit", () => {
    const whole = estimate({});
    const short = estimate({ capNs: 1 });
    const [first] = plan.workloads.commits.shapes;
    expect(short.durationNs).toBeLessThan(whole.durationNs);
    expect(short.bytes).toBeLessThan(whole.bytes);
    expect(estimate({ capNs: 1, shapes: first ? [first] : [] }).bytes).toBeGreaterThan(0);
  });

  it("is longer for SQLite on macOS than on Linux", () => {
    expect(estimate({ engines: ["sqlite"] }, "macos").durationNs).toBeGreaterThan(
      estimate({ engines: ["sqlite"] }, "linux").durationNs,
    );
  });
});
