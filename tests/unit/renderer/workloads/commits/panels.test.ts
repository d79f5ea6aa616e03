import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import type { LiveState } from "#contract/live-state";
import { settingsOf } from "#tables/workloads/commits";
import { ratioNote } from "#text/workloads/commits";
import {
  liveCommitPanels,
  publishedCommits,
  reportCommitPanels,
} from "../../../../../renderer/src/workloads/commits/panels";
import { liveStep } from "../../../../helpers/mock-app/live-workloads";
import {
  commitRuns,
  commitsAfter,
  sampleCommits,
  sampleVariants,
} from "../../../../helpers/workloads/commits";

const runId = "0b9d4c1e-5a55-4c5e-9a39-6f4f1b3f7c11";
const plan = planFor("quick", "linux", ["commits"]);
const { commits } = plan.workloads;
const perBatch = commitRuns(commits).length / commits.shapes.length;
const liveAfter = (steps: number): LiveState => liveStep(runId, "commits", steps, { plan });

describe("liveCommitPanels()", () => {
  const names = (live: LiveState, os: "linux" | "macos") =>
    liveCommitPanels(live, os, null).map(({ name }) => name);

  it("returns panels with a row for every batch size even before the first figure", () => {
    const panels = liveCommitPanels(liveAfter(0), "linux", null);
    expect(panels.map(({ id }) => id)).toEqual([
      "append-log log",
      "sqlite wal",
      "sqlite rollback",
      "mdbx mdbx",
    ]);
    for (const { rows } of panels) {
      expect(rows.map(({ id }) => Number(id))).toEqual(
        commits.shapes.map((shape) => shape.recordsPerTransaction),
      );
      expect(rows.every(({ durable, relaxed }) => durable === null && relaxed === null)).toBe(true);
    }
  });

  it("includes SQLite's full flush on macOS only", () => {
    expect(names(liveAfter(0), "macos")).toContain("SQLite (write-ahead log, full flush)");
    expect(names(liveAfter(0), "linux").join()).not.toContain("full flush");
  });

  it("omits variants of a database that the engine does not contain", () => {
    const withoutRollback = sampleVariants.filter(({ variant }) => variant !== "rollback");
    const told = commitsAfter(8, commits, { variants: withoutRollback });
    expect(names({ ...liveAfter(0), commits: told }, "linux")).not.toContain(
      "SQLite (rollback journal)",
    );
  });

  it("marks only the row that is being measured", () => {
    const rows = liveCommitPanels(liveAfter(perBatch), "linux", null).flatMap(
      (panel) => panel.rows,
    );
    expect(rows.filter(({ current }) => current).map(({ id }) => id)).toEqual(["100"]);
  });
});

describe("reportCommitPanels()", () => {
  it("includes durable and relaxed rate, their ratio and the published rates of the same engine and batch size", () => {
    const standard = planFor("standard", "linux").workloads.commits;
    const panels = reportCommitPanels(sampleCommits(standard), "linux", publishedCommits());
    for (const { id, rows } of panels) {
      expect(rows.map(({ published }) => published?.durable ?? null)).toEqual(
        id === "mdbx mdbx" ? [14_577, 16_447, 16_666, 16_366] : [null, null, null, null],
      );
    }
    const [smallest] = panels[1]?.rows ?? [];
    expect(smallest?.note).toBe("15\u00a0times");
    expect((smallest?.relaxed ?? 0) / (smallest?.durable ?? 1)).toBeCloseTo(15, 0);
  });

  it("states once that a database engine is unavailable, and shows no published rates for it", () => {
    const refused = sampleVariants.map((variant) =>
      variant.engine === "mdbx" ? { ...variant, refusal: "built without libmdbx" } : variant,
    );
    const panels = reportCommitPanels(
      sampleCommits(commits, { variants: refused }),
      "linux",
      publishedCommits(),
    );
    const mdbx = panels.find(({ id }) => id === "mdbx mdbx");
    expect(mdbx?.absence).toBe("Not available (built without libmdbx)");
    expect(mdbx?.rows.every(({ absence, published }) => !absence && published === null)).toBe(true);
    expect(panels[0]?.absence).toBeNull();
  });
});

describe("SQLite's synchronous=NORMAL", () => {
  it("has a bar only for the write-ahead log, longer than the durable and at most as long as the relaxed bar", () => {
    const panels = reportCommitPanels(sampleCommits(commits), "linux", null);
    const withNormal = panels.filter(({ rows }) => rows.some(({ normal }) => normal !== null));
    expect(withNormal.map(({ id }) => id)).toEqual(["sqlite wal"]);
    for (const { durable, normal, relaxed } of withNormal[0]?.rows ?? []) {
      expect(normal).toBeGreaterThan(durable ?? 0);
      expect(normal).toBeLessThanOrEqual(relaxed ?? 0);
    }
  });
});

describe("the guarantee of a durable setting", () => {
  it("is weaker on macOS if SQLite does not use the full flush", () => {
    const panels = liveCommitPanels(liveAfter(0), "macos", null);
    expect(panels.filter(({ onlyHandsOver }) => onlyHandsOver).map(({ id }) => id)).toEqual([
      "sqlite wal",
      "sqlite rollback",
    ]);
    expect(liveCommitPanels(liveAfter(0), "linux", null).some((it) => it.onlyHandsOver)).toBe(
      false,
    );
  });
});

describe("settingsOf()", () => {
  it("returns the settings of each durability that was measured, and null for the others", () => {
    const results = commitsAfter(4, commits).filter(({ engine }) => engine === "sqlite");
    expect(settingsOf(results)).toEqual({
      durable: "journal_mode=WAL, synchronous=FULL",
      normal: "journal_mode=WAL, synchronous=NORMAL: fdatasync(fd) at checkpoints",
      relaxed: null,
    });
  });
});

describe("ratioNote()", () => {
  it('returns "as many" for a ratio near 1, null for null, and otherwise the ratio', () => {
    expect(ratioNote(null)).toBeNull();
    expect(ratioNote(1.02)).toBe("as many");
    expect(ratioNote(0.98)).toBe("as many");
    expect(ratioNote(0.7)).toBe("0.7\u00a0times");
    expect(ratioNote(41)).toBe("41\u00a0times");
  });
});
