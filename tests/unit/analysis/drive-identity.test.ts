import { describe, expect, it } from "vitest";
import {
  linkBytesPerSecond,
  sameBySerial,
  tellingSerial,
  withoutSerial,
} from "../../../electron/analysis/drive-identity";
import { groupByDrive } from "../../../electron/analysis/history-groups";
import type { HistoryEntry } from "../../../electron/contract/history";
import { sampleReport } from "../../helpers/sample-report";

const of = (serial: string | null, disks: number | null = 1) => ({ serial, disks });

describe("a serial number", () => {
  it("tells drives apart however it is written", () => {
    expect(sameBySerial(of("S6Z1-NJ0T A123"), of("s6z1nj0ta123"))).toBe(true);
    expect(sameBySerial(of("S6Z1NJ0TA123"), of("S6Z1NJ0TA124"))).toBe(false);
  });

  it.each([
    "",
    "123",
    "0000000000000000",
    "FFFFFFFF",
    "0123456789ABCDEF",
    "1234567890",
    "00000001",
  ])("%j says nothing, because many sticks have it", (made) => {
    expect(tellingSerial(of(made))).toBeNull();
    expect(sameBySerial(of(made), of(made))).toBeNull();
  });

  it("says nothing where one of them has none, or where several drives stand together", () => {
    expect(sameBySerial(of(null), of("S6Z1NJ0TA123"))).toBeNull();
    expect(sameBySerial(of("S6Z1NJ0TA123", 2), of("S6Z1NJ0TA123"))).toBeNull();
  });

  it("is nowhere in a report it was left out of", () => {
    const whole = sampleReport({ drive: { serial: "S6Z1NJ0TA123" } });
    expect(JSON.stringify(whole)).toContain("S6Z1NJ0TA123");
    expect(JSON.stringify(withoutSerial(whole))).not.toContain("S6Z1NJ0TA123");
  });
});

describe("earlier inspections by drive", () => {
  const entry = (changes: Partial<HistoryEntry>): HistoryEntry => ({
    ...{ runId: "r", kind: "inspection", finishedAt: "2026-11-01T10:00:00.000Z" },
    ...{ volumeName: "/", model: "Samsung SSD 990 PRO", serial: null, totalBytes: 1e12 },
    ...{ headline: "h", grade: "good", partial: false },
    ...changes,
  });
  const groupsOf = (...entries: HistoryEntry[]) =>
    groupByDrive(entries.map((one, place) => ({ ...one, runId: `${place}` }))).map(
      ({ entries: of }) => of.map(({ runId }) => runId).join(""),
    );

  it("holds one drive together wherever it was, and twins apart", () => {
    const first = { serial: "S6Z1NJ0TA123" };
    expect(
      groupsOf(
        entry(first),
        entry({ serial: "S6Z1NJ0TA999" }),
        entry({ ...first, volumeName: "/mnt/old", totalBytes: 5 }),
      ),
    ).toEqual(["02", "1"]);
  });

  it("goes by model, size and place without a serial number", () => {
    expect(
      groupsOf(entry({}), entry({ volumeName: "/home" }), entry({ totalBytes: 5 }), entry({})),
    ).toEqual(["03", "1", "2"]);
    expect(groupsOf(entry({ serial: "0000" }), entry({}))).toEqual(["01"]);
  });

  it("keeps two models apart that an enclosure gives one number", () => {
    const serial = "DB9876543214E";
    expect(groupsOf(entry({ serial }), entry({ serial, model: "Other" }))).toEqual(["0", "1"]);
  });
});

describe("the most a link can carry", () => {
  const pcie = (gigatransfersPerSecond: number, lanes: number) =>
    linkBytesPerSecond({ type: "pcie", gigatransfersPerSecond, lanes, most: null });

  it("follows from its rate, its lanes and its code", () => {
    expect(pcie(2.5, 1)).toBe(250e6);
    expect(pcie(8, 4) / 1e9).toBeCloseTo(3.94, 2);
    expect(pcie(64, 4) / 1e9).toBe(32);
    expect(linkBytesPerSecond({ type: "sata", gigabitsPerSecond: 6 })).toBe(600e6);
    expect(linkBytesPerSecond({ type: "usb", megabitsPerSecond: 480 })).toBe(60e6);
    expect(linkBytesPerSecond({ type: "usb", megabitsPerSecond: 5000 })).toBe(500e6);
    expect(linkBytesPerSecond({ type: "usb", megabitsPerSecond: 10_000 }) / 1e9).toBeCloseTo(
      1.21,
      2,
    );
  });
});
