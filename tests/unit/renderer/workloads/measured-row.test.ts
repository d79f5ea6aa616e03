import { describe, expect, it } from "vitest";
import { planFor } from "#analysis/plan";
import { RunRecord } from "#analysis/run-record";
import type { HostEvent } from "#contract/engine-messages";
import type { RunPlan } from "#contract/run-plan";
import { modeLabel } from "#text/flush-modes";
import { eventInWords } from "#text/in-words";
import { strategyLabel } from "#text/workloads/sync-interval";
import { homeOf } from "../../../../renderer/src/workloads";
import { fakeRunner, ofType } from "../../../helpers/fake-bench";
import { FakeSession } from "../../../helpers/fake-session";
import { markupOf } from "../../../helpers/markup";
import { planWith } from "../../../helpers/plan-with";
import { sampleReport } from "../../../helpers/sample-report";
import { sampleVolume } from "../../../helpers/sample-volume";

/**
 * Which rows the window marks as running while the engine host takes its steps in their real order.
 */

type Shown = { readonly marked: readonly string[]; readonly last: string | null };

/** Returns the marked rows at the beginning of every write, and all events of the engine host. */
async function watch(test: "sync-interval" | "chunked-writes", plan: RunPlan) {
  const session = new FakeSession();
  const { inspection, events } = fakeRunner(session, plan);
  const { app, host, startedAt } = sampleReport();
  const volume = sampleVolume();
  const identity = { runId: "run-1", app, host, volume, plan, startedAt, warnings: [] };
  const record = new RunRecord(identity);
  const shown: Shown[] = [];
  const { sequential } = session;
  const { LiveChart, Lower } = homeOf(test);
  let taken = 0;
  session.sequential = (options) => {
    for (const event of events.slice(taken)) {
      record.apply(eventInWords(event), taken);
      taken += 1;
    }
    const live = record.live(taken);
    const chart = markupOf(LiveChart, { live, os: "linux" });
    const lower = markupOf(Lower, { live, os: "linux" });
    shown.push({ marked: markedRows(chart), last: /Last step: ([^<]+)/.exec(lower)?.[1] ?? null });
    return sequential.call(session, options);
  };
  await inspection.run();
  return { shown, events };
}

function markedRows(chart: string): string[] {
  return [...chart.matchAll(/chart-row current".*?chart-label-name">([^<]+)/g)].map(
    ([, label]) => label ?? "",
  );
}

const trialLabels = (events: readonly HostEvent[]) =>
  ofType(events, "interval-trial").map(({ strategy, intervalBytes }) =>
    strategyLabel(strategy, intervalBytes),
  );

/** For each write the expected marked row, and the row that was finished last. */
const inOrder = (labels: readonly string[]): Shown[] =>
  labels.map((label, at) => ({ marked: [label], last: labels[at - 1] ?? null }));

describe("the marked row of the live screen", () => {
  it("is the row of the running sync interval, even if the system refuses the first sync call", async () => {
    const plan = planFor("smoke", "linux", ["sync-interval"]);
    const interval = { modes: ["o_direct" as const, "fsync" as const], trials: 3 };
    const { shown, events } = await watch(
      "sync-interval",
      planWith(plan, { "sync-interval": interval }),
    );
    expect(ofType(events, "interval-refused")).toHaveLength(1);
    expect(shown).toEqual(inOrder(trialLabels(events)));
  });

  it("is the row of the running mode of large writes, even if the modes of the flush test are restricted", async () => {
    const plan = planFor("smoke", "linux", ["flush-modes", "chunked-writes"]);
    const restricted = planWith(plan, {
      "flush-modes": { modes: ["none", "fsync"], append: null },
      "chunked-writes": { passes: 3 },
    });
    const { shown, events } = await watch("chunked-writes", restricted);
    const measured = ofType(events, "chunked-mode").filter(({ counts }) => counts !== null);
    expect(measured).toHaveLength(6);
    expect(shown).toEqual(inOrder(measured.map(({ mode }) => modeLabel(mode, "linux"))));
  });
});
