import path from "node:path";
import { expect, it } from "vitest";
import { HistoryFolder } from "../../../../electron/history-host/history-folder";
import { HistoryStore } from "../../../../electron/main/window/history-store";
import { endFailingCalls, renameFails } from "../../../helpers/failing-fs";
import { folderOfEach } from "../../../helpers/folders";
import { sampleReport } from "../../../helpers/sample-report";

/** The verdict appears before its report is stored; later requests to the history wait for it. */

const folder = folderOfEach();

const storeIn = (place: string) =>
  new HistoryStore(path.join(place, "inspections"), new HistoryFolder());
const earlier = sampleReport({ report: { runId: "11111111-0000-4000-8000-000000000000" } });

it("HistoryStore lists a report that is still being written", async () => {
  const store = storeIn(folder());
  const report = sampleReport();
  const saved = store.save(report);
  const { entries } = await store.list();
  expect(entries.map(({ runId }) => runId)).toEqual([report.runId]);
  await saved;
});

it("HistoryStore removes a report that is still being written", async () => {
  const store = storeIn(folder());
  const report = sampleReport();
  const saved = store.save(report);
  await store.remove(report.runId);
  await saved;
  expect((await store.list()).entries).toEqual([]);
});

/** A store on a drive that never answers. */
class HangingStore extends HistoryStore {
  protected override write(): Promise<void> {
    return new Promise(() => undefined);
  }
}

it("HistoryStore.list() returns the saved reports even if a write never ends", async () => {
  await storeIn(folder()).save(earlier);
  const store = new HangingStore(path.join(folder(), "inspections"), new HistoryFolder(), null, 1);
  void store.save(sampleReport());
  expect((await store.list()).entries).toMatchObject([{ runId: earlier.runId }]);
});

it("HistoryStore.list() leaves out a report whose write has failed", async () => {
  const store = storeIn(folder());
  await store.save(earlier);
  renameFails("ENOSPC");
  try {
    await expect(store.save(sampleReport())).rejects.toThrow("ENOSPC");
  } finally {
    endFailingCalls();
  }
  expect((await store.list()).entries).toMatchObject([{ runId: earlier.runId }]);
});
