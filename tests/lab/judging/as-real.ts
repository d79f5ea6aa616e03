import type { Report } from "#contract/report";
import type { Verdict } from "#contract/verdict";
import { unknownDrive } from "#contract/volume";
import { verdictOn } from "../../helpers/judged";
import type { AsRealDrive } from "../drives/drive-case";

/** Judges the figures of a simulated drive as if a real drive in a real computer had given them. */
export function judgeAsReal(report: Report, real: AsRealDrive): Verdict {
  const { verdict: _asSimulated, ...measured } = report;
  return verdictOn({
    ...measured,
    host: { ...report.host, virtualMachine: "none" },
    volume: {
      ...report.volume,
      drive: {
        ...unknownDrive,
        kind: real.kind,
        bus: real.bus,
        removable: real.kind === "usb",
      },
      writeCache: real.writeCache,
    },
    flushModes: real.withoutFlushes
      ? report.flushModes.map((mode) => ({ ...mode, deviceFlushesPerSync: 0 }))
      : report.flushModes,
  });
}
