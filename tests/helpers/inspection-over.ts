import type { Report } from "#contract/report";
import {
  type InspectionRequest,
  InspectionService,
} from "../../electron/main/inspection/inspection-service";
import { FakeEngine } from "./fake-engine";
import { sampleUnjudgedReport } from "./sample-report";

/** The report of an inspection by the real main process, with a fake engine that ends at once. */
export async function inspectionOver(
  request: Omit<InspectionRequest, "allowNetwork">,
): Promise<Report> {
  const engine = new FakeEngine();
  const service = new InspectionService({
    app: { name: "DriveProof", version: "0.1.0" },
    spawnEngine: () => engine,
    readHost: async () => sampleUnjudgedReport().host,
    readWarnings: async () => [],
    acquireLock: async () => () => undefined,
  });
  return new Promise((resolve, reject) => {
    service
      .start(
        { ...request, allowNetwork: false },
        { onLive: () => undefined, liveIntervalMs: 500, onFinished: resolve },
      )
      .then(() => engine.says({ type: "finished", stopped: false, error: null }), reject);
  });
}
