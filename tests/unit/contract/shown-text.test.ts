import { describe, expect, it } from "vitest";
import { guideRecordSchema, newPowerCutState } from "#contract/power-cut/state";
import { reportSchema } from "#contract/report";
import { shownPath, shownText } from "#contract/shown-text";
import { powerCutPlan } from "../../helpers/sample-power-cut-test";
import { sampleReport } from "../../helpers/sample-report";
import { sampleVolume } from "../../helpers/sample-volume";

const hostile = `\u001b[2J\u001b]0;x\u0007Ultra\r\n\u202egnp.exe\u2066\u200b\ufeff\u0000${"A".repeat(104_000)}`;
const harmless = /^[^\p{C}\p{Zl}\p{Zp}]*$/u;

describe("an untrusted name", () => {
  it.each([
    ["Samsung SSD 990 PRO 1TB", "Samsung SSD 990 PRO 1TB"],
    ["  Ultra \t  USB\n3.0 ", "Ultra USB 3.0"],
    ["Ma\u0308rz – Übung 東京 نص", "Ma\u0308rz – Übung 東京 نص"],
    ["a\u001b[31mb\rc\u0085d\u009be", "a [31mb c d e"],
    ["a\u202eb\u2069c\u200fd\u061ce", "a b c d e"],
    ["a\u200bb\u2060c\ufeffd\u00ade", "a b c d e"],
    ["a\u034fb\u3164c\u115fd\u2800e\ufe0f", "abcde"],
    ["a\ud800b\uffffc\u{10ffff}d\ue000e\ufffd", "a b c d e"],
    [`Z${"\u0301".repeat(500)}a`, `Z${"\u0301".repeat(4)}a`],
    ["\u001b\u0007", ""],
  ])("becomes one line of visible text: %j", (text, shown) => {
    expect(shownText(text)).toBe(shown);
    expect(shownText(shown)).toBe(shown);
  });

  it("is shortened to 128 characters, or 1024 for a path, and is not cut within an emoji", () => {
    expect(shownText("9".repeat(104_000))).toHaveLength(128);
    expect([...shownText("😀".repeat(200))]).toEqual(Array(128).fill("😀"));
    expect(shownPath(`/media/${"x".repeat(5000)}`)).toHaveLength(1024);
    expect(shownPath("/media/ann/My drive")).toBe("/media/ann/My drive");
  });
});

it("an opened report contains hostile names only without control characters and with at most 1024 characters", () => {
  const { host, computer: _, volume, app, ...report } = sampleReport();
  const names = { model: hostile, serial: hostile, firmware: hostile, bus: hostile };
  const opened = reportSchema.parse({
    ...report,
    app: { ...app, version: hostile },
    host: { ...host, cpuModel: hostile, osVersion: hostile, virtualMachine: hostile },
    computer: { maker: hostile, model: hostile },
    volume: {
      ...volume,
      mountPoint: hostile,
      device: hostile,
      fileSystem: hostile,
      mountOptions: hostile,
      drive: { ...volume.drive, ...names },
    },
  });
  const shown = [
    ...Object.values(opened.host),
    ...Object.values(opened.computer ?? {}),
    ...Object.values(opened.volume.drive),
    ...[opened.app.version, opened.volume.mountPoint, opened.volume.device],
    ...[opened.volume.fileSystem, opened.volume.mountOptions],
  ].filter((text) => typeof text === "string");
  expect(shown.filter((text) => !harmless.test(text) || text.length > 1024)).toEqual([]);
  expect(opened.volume.drive.model).toMatch(/^\[2J \]0;x Ultra gnp\.exe A{100,}$/);
  expect(reportSchema.parse(opened)).toEqual(opened);
});

it("guideRecordSchema keeps a mount point unchanged, even with double, trailing and invisible spaces", () => {
  const { name, directory, fileSystem, totalBytes, drive } = sampleVolume();
  const mountPoint = "/media/ann/two  spaces\u200b ";
  const record = guideRecordSchema.parse({
    formatVersion: 1,
    volume: { name, directory, mountPoint, fileSystem, totalBytes, drive },
    state: newPowerCutState(powerCutPlan),
    ticket: null,
    held: [],
  });
  expect(record.volume.mountPoint).toBe(mountPoint);
});
