import { expect, it } from "vitest";
import { notable } from "../../../../renderer/src/document/glance-findings";
import { sampleReport } from "../../../helpers/sample-report";

const modes = [
  { mode: "fsync", iops: 20_000 },
  { mode: "f_fullfsync", iops: 46, slowestNs: 200_000_000 },
] as const;
const external = { kind: "usb", bus: "usb", removable: true, model: "Portable SSD" } as const;
const codes = (report: Parameters<typeof notable>[0]) => notable(report).map(({ code }) => code);

it("notable() returns the finding on slow saves for an external drive on a Mac", () => {
  expect(codes(sampleReport({ os: "macos", drive: external, modes }))).toEqual(["slow-saves"]);
});

it("notable() returns no finding for a Mac's internal drive with slow saves", () => {
  expect(codes(sampleReport({ os: "macos", modes }))).toEqual([]);
});
