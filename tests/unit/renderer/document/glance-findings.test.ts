import { expect, it } from "vitest";
import { notable } from "../../../../renderer/src/document/glance-findings";
import { sampleReport } from "../../../helpers/sample-report";

const modes = [
  { mode: "fsync", iops: 20_000 },
  { mode: "f_fullfsync", iops: 46, slowestNs: 200_000_000 },
] as const;
const external = { kind: "usb", bus: "usb", removable: true, model: "Portable SSD" } as const;
const codes = (report: Parameters<typeof notable>[0]) => notable(report).map(({ code }) => code);

it("the page of an external drive on a Mac has the finding on slow saves to which its headline refers", () => {
  expect(codes(sampleReport({ os: "macos", drive: external, modes }))).toEqual(["slow-saves"]);
});

it("the page of a Mac has no finding on slow saves of its own drive, because they are usual", () => {
  expect(codes(sampleReport({ os: "macos", modes }))).toEqual([]);
});
