import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { powerShell, virtualDisk } from "../volumes/makers.mjs";
import { inspect, onlyWindowsAdministrator, runHere } from "./programs.mjs";

/** @type {import("./parts.mjs").SystemPart} */
export const flushTrace = {
  name: "flush-trace",
  why: onlyWindowsAdministrator,
  async run({ scratch, results }) {
    const volume = virtualDisk("ntfs", 512).make(scratch);
    const session = `driveproof-${process.pid}`;
    const trace = path.join(scratch, "trace.etl");
    try {
      const disk = Number(powerShell(`(Get-DiskImage '${volume.image}').Number`));
      const provider = ["-p", "Microsoft-Windows-Kernel-Disk"];
      const start = runHere("logman", ["start", session, ...provider, "-o", trace, "-ets"]);
      if (start.code !== 0) return [`logman: ${start.said}`];
      let report;
      try {
        const modes = ["--modes", "none,flush_file_buffers"];
        report = inspect(volume.folder, path.join(results, "report.json"), modes);
      } finally {
        runHere("logman", ["stop", session, "-ets"]);
      }
      const events = path.join(results, "events.xml");
      const read = runHere("tracerpt", [trace, "-o", events, "-of", "XML", "-y"]);
      if (read.code !== 0) return [`tracerpt: ${read.said}`];
      const flushes = deviceFlushes(readFileSync(events, "utf8"));
      const { operations } = report.flushModes.find(
        (/** @type {{ mode: string }} */ { mode }) => mode === "flush_file_buffers",
      );
      const counted = { disk, operations, flushes: Object.fromEntries(flushes) };
      writeFileSync(path.join(results, "counted.json"), JSON.stringify(counted, null, 2));
      return (flushes.get(disk) ?? 0) >= operations
        ? []
        : [
            `${operations} calls of FlushFileBuffers, and ${JSON.stringify(counted.flushes)} flushes`,
          ];
    } finally {
      volume.remove();
    }
  },
};

/**
 * Flushes that reached each disk: event 14 of Microsoft-Windows-Kernel-Disk
 * (EVENT_TRACE_TYPE_IO_FLUSH of evntrace.h), in the XML of tracerpt.
 * @param {string} xml
 * @returns {Map<number, number>}
 */
export function deviceFlushes(xml) {
  const counts = new Map();
  for (const [event] of xml.matchAll(/<Event[ >].*?<\/Event>/gs)) {
    const disk = /<Data Name="DiskNumber">\s*(\d+)\s*<\/Data>/.exec(event)?.[1];
    const isFlush =
      /<Provider [^>]*Name="Microsoft-Windows-Kernel-Disk"/.test(event) &&
      /<EventID(?: [^>]*)?>14<\/EventID>/.test(event);
    if (isFlush && disk !== undefined) {
      counts.set(Number(disk), (counts.get(Number(disk)) ?? 0) + 1);
    }
  }
  return counts;
}
