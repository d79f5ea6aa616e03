import { describe, expect, it } from "vitest";
import {
  isInnerNvme,
  isOfMachine,
  isSold,
  isVirtualItself,
  thingOf,
  wayBackOf,
} from "#analysis/facts/thing";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";

const report = (options: SampleOptions) => sampleUnjudgedReport(options);

it.each([
  [{ kind: "memory-card", removable: true }, "card"],
  [{ kind: "memory-card", removable: null }, "card"],
  // A memory card that is soldered into a cheap laptop
  [{ kind: "memory-card", removable: false }, "drive"],
  [{ kind: "usb", model: "USB Flash Disk" }, "stick"],
  [{ kind: "usb", model: "FlashDrive 3.0" }, "stick"],
  [{ kind: "usb", model: "Pendrive 32" }, "stick"],
  [{ kind: "usb", model: "Pen Drive 32" }, "stick"],
  [{ kind: "usb", model: "Cruzer Blade" }, "stick"],
  [{ kind: "usb", model: "Portable SSD T7" }, "external"],
  [{ kind: "usb", model: null }, "external"],
  [{ kind: "nvme", bus: "usb", removable: false }, "external"],
  [{ kind: "sata-ssd", bus: "sata", removable: true }, "external"],
  [{ kind: "nvme", bus: "nvme", removable: false }, "drive"],
] as const)('thingOf() calls the drive %j "%s"', (drive, thing) => {
  expect(thingOf(report({ drive }))).toBe(thing);
});

it.each([
  [true, "an NVMe drive inside the computer", {}],
  [false, "an NVMe drive in a USB case", { drive: { kind: "nvme", bus: "usb" } }],
  [false, "a SATA drive", { drive: { kind: "sata-ssd", bus: "sata" } }],
  [false, "an NVMe drive that a virtual machine sees", { host: { virtualMachine: "KVM" } }],
] as const)("isInnerNvme() returns %s for %s", (expected, _, options) => {
  expect(isInnerNvme(report(options))).toBe(expected);
});

describe("isVirtualItself()", () => {
  const stick = { kind: "usb", model: "USB Flash Disk" } as const;
  const guest = { virtualMachine: "KVM" };
  it.each([
    [true, "the drive of a virtual machine", { host: guest }],
    [true, "a virtual drive of a real computer", { drive: { kind: "virtual" } }],
    [false, "a stick that a virtual machine passes on", { host: guest, drive: stick }],
    [false, "a stick", { drive: stick }],
  ] as const)("returns %s for %s", (expected, _, options) => {
    expect(isVirtualItself(report(options))).toBe(expected);
  });
});

describe("isSold()", () => {
  const guest = { virtualMachine: "KVM" };
  it.each([
    [true, "an internal drive", {}],
    [false, "a network drive", { drive: { kind: "network" } }],
    [false, "a virtual drive", { drive: { kind: "virtual" } }],
    [false, "memory", { drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } }],
    [false, "the drive of a virtual machine", { host: guest }],
    [
      true,
      "a stick that the host passes to a virtual machine",
      { host: guest, drive: { kind: "usb", model: "USB Flash Disk" } },
    ],
  ] as const)("returns %s for %s", (sold, _what, options) => {
    expect(isSold(report(options as SampleOptions))).toBe(sold);
  });
});

it("isOfMachine() returns true for the drive of a virtual machine and false for that of a real computer", () => {
  expect(isOfMachine(report({ host: { virtualMachine: "KVM" } }))).toBe(true);
  expect(isOfMachine(report({}))).toBe(false);
});

describe("wayBackOf()", () => {
  const unknown = { kind: "unknown", bus: null } as const;
  const guest = { host: { virtualMachine: "KVM" } };
  it.each([
    ["connect", "a network drive", { drive: { kind: "network" } }],
    ["reopen", "a drive that software provides", { drive: { kind: "virtual" } }],
    ["restart", "the drive of a virtual machine", { drive: { kind: "virtual" }, ...guest }],
    ["plug-in", "a USB drive", { drive: { kind: "usb" } }],
    [
      "plug-in",
      "a USB drive that a virtual machine passes on",
      { drive: { kind: "usb" }, ...guest },
    ],
    ["put-in", "a card", { drive: { kind: "memory-card", removable: true } }],
    ["restart", "an internal drive", { drive: { kind: "nvme", bus: "nvme", removable: false } }],
    ["plug-in", "a drive of unknown kind", { drive: { ...unknown, removable: null } }],
    ["restart", "a built-in drive of unknown kind", { drive: { ...unknown, removable: false } }],
    [
      "restart",
      "the system's drive, of unknown kind",
      { drive: { ...unknown, removable: null }, volume: { system: true } },
    ],
    [
      "restart",
      "a drive of unknown kind in a virtual machine",
      { drive: { ...unknown, removable: null }, ...guest },
    ],
  ] as const)('returns "%s" for %s', (way, _what, options) => {
    expect(wayBackOf(report(options as SampleOptions))).toBe(way);
  });
});
