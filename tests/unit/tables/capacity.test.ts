import { expect, it } from "vitest";
import { hiddenTexts } from "#tables/table";
import { speedsTable } from "#tables/workloads/capacity";

const stretch = (fromBytes: number, toBytes: number, megabytesPerSecond: number) => ({
  fromBytes,
  bytes: toBytes - fromBytes,
  elapsedNs: ((toBytes - fromBytes) * 1e9) / (megabytesPerSecond * 1e6),
});

/** In a running test the stretches of writing and reading have lengths of their own. */
it("the table of the size test shows each speed at the end of its measured stretch", () => {
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
