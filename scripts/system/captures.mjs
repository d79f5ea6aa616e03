import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { volumeMakers } from "../volumes/makers.mjs";
import { keepAddonsAnswers } from "./addons-answers.mjs";

const power = "*[System[EventID=41 or EventID=42 or EventID=12 or EventID=13]]";
const diskutil = ["diskutil", "info", "-plist"];
/** @type {Partial<Record<NodeJS.Platform, Record<string, string[]>>>} */
const questions = {
  linux: { "linux-mountinfo.txt": ["cat", "/proc/self/mountinfo"] },
  darwin: {
    "macos-mount.txt": ["mount"],
    "macos-ioreg-usb.txt": ["ioreg", "-l", "-w0", "-r", "-c", "IOUSBHostDevice"],
    "macos-diskutil-system.plist": [...diskutil, "/"],
  },
  win32: {
    "windows-reg-bios.txt": ["reg", "query", "HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS"],
    "windows-power.xml": ["wevtutil", "qe", "System", `/q:${power}`, "/f:xml", "/c:60"],
  },
};

/**
 * Keeps this system's answers to DriveProof's queries, with a volume of each kind, for fixtures.
 * @type {import("./parts.mjs").SystemPart}
 */
export const captures = {
  name: "captures",
  why: () => null,
  async run({ scratch, results }) {
    const asked = { ...questions[process.platform] };
    const made = [];
    try {
      for (const { name, make } of volumeMakers().filter(({ why }) => why() === null)) {
        mkdirSync(path.join(scratch, name));
        const volume = make(path.join(scratch, name));
        made.push(volume);
        if (process.platform !== "darwin") continue;
        asked[`macos-diskutil-${name}.plist`] = [...diskutil, volume.folder];
      }
      if (process.platform === "win32") await keepAddonsAnswers(results);
      return Object.entries(asked).flatMap(([file, [program = "", ...args]]) => {
        const { status, error, stdout, stderr } = spawnSync(program, args, { maxBuffer: 2 ** 28 });
        writeFileSync(path.join(results, file), stdout ?? "");
        return status === 0 ? [] : [`${file}: ${error?.message ?? stderr}`];
      });
    } finally {
      for (const { remove } of made) remove();
    }
  },
};
