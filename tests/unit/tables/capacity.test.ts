import { expect, it } from "vitest";
import { hiddenTexts } from "#tables/table";
import { csvRows, outcomeWords, speedsTable, tables } from "#tables/workloads/capacity";
import {
  built,
  type FakeDrive,
  fakeDrive,
  sampleCapacity,
  testOf,
} from "../../helpers/sample-capacity";
import { sampleReport } from "../../helpers/sample-report";

const stretch = (fromBytes: number, toBytes: number, megabytesPerSecond: number) => ({
  fromBytes,
  bytes: toBytes - fromBytes,
  elapsedNs: ((toBytes - fromBytes) * 1e9) / (megabytesPerSecond * 1e6),
});

/** The stretches of writing and of reading differ in length, as while a test runs. */
it("the table of the capacity test shows at each written position the write speed and the read speed there", () => {
  const writes = [0, 1, 2, 3].map((place) => stretch(place * 1e9, (place + 1) * 1e9, 100));
  const reads = [stretch(0, 2e9, 400), stretch(2e9, 3e9, 50)];
  const { rows } = hiddenTexts(speedsTable(writes, reads));
  const plain = rows.map((row) => row.map((text) => text.replace(/\u00a0/g, " ")));
  expect(plain).toEqual([
    ["1 GB", "100 MB/s", "400 MB/s"],
    ["2 GB", "100 MB/s", "400 MB/s"],
    ["3 GB", "100 MB/s", "50 MB/s"],
    ["4 GB", "100 MB/s", "not known"],
  ]);
});

it("the CSV contains the result and the number of bad blocks of the capacity test, besides the speeds", () => {
  const first = (capacity: "whole" | "false" | "part") => csvRows(sampleReport({ capacity }))[0];
  expect(first("false")).toMatchObject({ status: "false", badBlocks: 12_288, bytes: 134_217_728 });
  expect(first("whole")).toMatchObject({ status: "whole", badBlocks: 0, reason: null });
  expect(first("part")).toMatchObject({ status: "part", badBlocks: 0, reason: "stopped" });
  // Rows with speeds keep the status "measured", whatever the result of the test is.
  const speeds = csvRows(sampleReport({ capacity: "false" })).slice(1);
  expect(new Set(speeds.map(({ status }) => status))).toEqual(new Set(["measured"]));
  expect(csvRows({ ...sampleReport(), capacity: null })).toEqual([]);
});

it("the table of the capacity test shows as correct the bytes read minus the bad blocks, but at most the checked bytes", () => {
  const mebibyte = 1 << 20;
  const rightOf = (drive: FakeDrive) => {
    const { fill, read } = testOf(drive, 128 * 256);
    const capacity = built({ fill, read }, 136 * mebibyte, 128 * mebibyte);
    const [table] = tables({ ...sampleReport(), capacity });
    return table?.rows[0]?.cells.map(({ text }) => text?.replace(/\s/gu, " "));
  };
  // 80 of 128 MiB are right and 48 are lost; 32 of those are in the last quarter, which was read
  // only once.
  expect(rightOf(fakeDrive((place) => (place < 80 * 256 ? place : null)))).toContain("83.9 MB");
  expect(rightOf(fakeDrive((place) => place))).toContain("101 MB");
});

it('the table of the capacity test says what the bad blocks contain, with "some of" if not all bad blocks were recorded', () => {
  const remarks = (badBlocks: number) => {
    const capacity = { ...sampleCapacity("damaged"), badBlocks };
    return tables({ ...sampleReport(), capacity })[0]?.rows[0]?.remarks;
  };
  expect(remarks(1)).toEqual(["bad blocks hold zeros (1)"]);
  expect(remarks(2)).toEqual(["some of the bad blocks hold zeros (1)"]);
});

it("the result of a capacity test in words states both the lost bytes and the changes to old files", () => {
  const oldFiles = {
    files: 3,
    sampledBytes: 64e6,
    changedFiles: 1,
    changedBytes: 20e6,
    ownBytes: 20e6,
  };
  const capacity = { ...sampleCapacity("damaged"), result: "false", oldFiles } as const;
  expect(outcomeWords(capacity, { ...sampleReport(), capacity }).replace(/\s/gu, " ")).toBe(
    "False capacity: 4.1 kB of 134 MB were lost. Files that were on the drive before have changed: 20 MB of 64 MB.",
  );
});

it("the table of the capacity test does not blame the drive for a loss that an old enclosure can cause", () => {
  const tebibyte = 2 ** 40;
  const capacity = {
    ...sampleCapacity("false"),
    filledBytes: 3.6 * tebibyte,
    badBlocks: (1.62 * tebibyte) / 4096,
    totalBytes: 3.7 * tebibyte,
    usedBytes: 0,
  };
  const [table] = tables({ ...sampleReport(), capacity });
  expect(table?.rows[0]?.name).toBe("Much was lost");
  expect(table?.notes?.map((note) => note.replace(/\s/gu, " "))).toEqual([
    "As it is connected now, the drive lost 1.78 TB of 3.96 TB.",
  ]);
});
