import { expect, it } from "vitest";
import { guaranteeOn } from "#analysis/guarantee";
import { planFor } from "#analysis/plan";
import { RunRecord } from "#analysis/run-record";
import { usualWorkloads, type WorkloadId } from "#contract/workloads/index";
import { liveChunkedRows } from "../../../../renderer/src/workloads/chunked-writes/rows";
import { liveDocumentBars } from "../../../../renderer/src/workloads/document-saves/rows";
import { liveParallelBars } from "../../../../renderer/src/workloads/parallel-saves/rows";
import { sampleReport } from "../../../helpers/sample-report";
import { sampleVolume } from "../../../helpers/sample-volume";

/** The second list has no flush modes, whose results would contain the guarantees. */
it.each([usualWorkloads, ["chunked-writes", "document-saves", "parallel-saves"]] as const)(
  "the live screen shows the guarantee of fsync on the tested volume if the first test is %s",
  (...tests: readonly WorkloadId[]) => {
    const { app, host, startedAt } = sampleReport();
    const { os } = host;
    for (const volume of [
      sampleVolume(),
      sampleVolume({ fileSystem: "tmpfs" }),
      sampleVolume({ fileSystem: "ext4", mountOptions: "rw,nobarrier" }),
      sampleVolume({ lowerMounts: null }),
    ]) {
      const plan = planFor("quick", os, tests);
      const record = new RunRecord({
        runId: "run-1",
        app,
        host,
        volume,
        plan,
        startedAt,
        warnings: [],
      });
      const live = record.live(0);
      const confirmed = guaranteeOn("fsync", os, volume);
      const chunked = liveChunkedRows(live, os).find(({ mode }) => mode === "fsync");
      expect(chunked?.guarantee).toBe(confirmed);
      const documents = liveDocumentBars(live, os).filter(({ way }) => way === "fsync");
      const writers = liveParallelBars(live, os).filter(({ mode }) => mode === "fsync");
      for (const bars of [documents, writers]) {
        expect(new Set(bars.map(({ guarantee }) => guarantee))).toEqual(new Set([confirmed]));
      }
    }
  },
);
