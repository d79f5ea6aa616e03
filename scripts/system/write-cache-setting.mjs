import path from "node:path";
import { powerShell, virtualDisk } from "../volumes/makers.mjs";
import { inspect, onlyWindowsAdministrator, runHere } from "./programs.mjs";

/**
 * "Turn off Windows write-cache buffer flushing on the device", which Device Manager keeps as
 * `CacheIsPowerProtected` and the disk's driver reads when the device starts.
 * @type {import("./parts.mjs").SystemPart}
 */
export const writeCacheSetting = {
  name: "write-cache-setting",
  why: onlyWindowsAdministrator,
  async run({ scratch, results }) {
    const volume = virtualDisk("ntfs", 512).make(scratch);
    /** @param {string} name */
    const report = (name) => inspect(volume.folder, path.join(results, `${name}.json`), []);
    try {
      const before = report("before");
      const number = powerShell(`(Get-DiskImage '${volume.image}').Number`);
      const device = powerShell(
        `(Get-CimInstance Win32_DiskDrive -Filter 'Index=${number}').PNPDeviceID`,
      );
      if (device === "") return [`no device is known of disk ${number}`];
      const set = ["/v", "CacheIsPowerProtected", "/t", "REG_DWORD", "/d", "1", "/f"];
      const added = runHere("reg", ["add", settingsKey(device), ...set]);
      if (added.code !== 0) return [`reg: ${added.said}`];
      const restarted = runHere("pnputil", ["/restart-device", device]);
      if (restarted.code !== 0) return [`pnputil: ${restarted.said}`];
      return [...unlike(before, false, "before"), ...unlike(report("after"), true, "after")];
    } finally {
      volume.remove();
    }
  },
};

/** @param {string} device as the Plug and Play manager names it */
export function settingsKey(device) {
  return `HKLM\\SYSTEM\\CurrentControlSet\\Enum\\${device}\\Device Parameters\\Disk`;
}

/**
 * @param {{ volume: { flushesTurnedOff: boolean | null }, verdict: { findings: { code: string }[] } }} report
 * @param {boolean} isTurnedOff
 * @param {string} when
 */
export function unlike({ volume, verdict }, isTurnedOff, when) {
  const isFound = verdict.findings.some(({ code }) => code === "barriers-off");
  return [
    ...((volume.flushesTurnedOff === true) === isTurnedOff
      ? []
      : [`${when}: flushesTurnedOff is ${volume.flushesTurnedOff}`]),
    ...(isFound === isTurnedOff ? [] : [`${when}: the verdict ${isFound ? "has" : "lacks"} it`]),
  ];
}
