import { expect, it } from "vitest";
import { tables } from "#tables/workloads/capacity";
import { tell } from "#text/statements";
import { capacityScreen, onUsedDrive, purpose } from "#text/workloads/capacity";
import { verdictOn } from "../../../../helpers/judged";
import { plain } from "../../../../helpers/read-verdict";
import { sampleCapacity } from "../../../../helpers/sample-capacity";
import { sampleUnjudgedReport } from "../../../../helpers/sample-report";

/** Results with bad blocks: the drive is false, or may be, or may be false in part. */
const flawed = ["false", "false-or-damaged", "damaged"] as const;

function textsIn(value: unknown): string[] {
  return typeof value === "string"
    ? [plain(value)]
    : Object.values(typeof value === "object" && value !== null ? value : {}).flatMap(textsIn);
}

/** All texts of the verdict and the table for this result, with a first bad block in the middle. */
function saidOf(result: (typeof flawed)[number]): string {
  const sample = sampleUnjudgedReport({});
  const capacity = { ...sampleCapacity(result), firstBadBytes: 5_000_000 };
  const report = { ...sample, capacity };
  const verdict = verdictOn(report);
  return textsIn([verdict, tables({ ...report, verdict } as never)]).join("\n");
}

it.each(flawed)(
  'the verdict on a size test with the result "%s" mentions a false size and never denies it',
  (result) => {
    const clauses = saidOf(result).split(/[.:;,\n]/);
    const ofSize = clauses.filter((each) => /false|fake|smaller|true size/i.test(each));
    expect(ofSize).not.toEqual([]);
    expect(ofSize.filter((each) => /\b(not|no|never|nothing|nor)\b/i.test(each))).toEqual([]);
    expect(saidOf(result)).not.toMatch(/as large as it says|all of .* is there/i);
  },
);

it('the verdict on the result "false-or-damaged" advises giving the drive back to the seller', () => {
  const said = saidOf("false-or-damaged");
  expect(said).toMatch(/smaller than it says, or badly damaged/);
  expect(said).toMatch(/either way the drive is of no use/);
  expect(said).toMatch(/Give it back to the seller/);
});

it.each(flawed)(
  'the verdict on a size test with the result "%s" gives every place as a distance into the free space',
  (result) => {
    const said = saidOf(result);
    const places = said.match(/after [\d.]+ [kMGT]B[^.,]*/gi) ?? [];
    expect(places.length).toBeGreaterThan(0);
    expect(
      places.filter((place) => !/^after [\d.]+ [kMGT]B of the free space/i.test(place)),
    ).toEqual([]);
    expect(said).not.toMatch(/from [\d.]+ [kMGT]B on/);
  },
);

const oldFiles = {
  files: 12,
  sampledBytes: 64e6,
  changedFiles: 1,
  changedBytes: 4096,
  ownBytes: 0,
};
const unreadable = (blocks: number) => ({ content: "unreadable" as const, blocks });

it("the notes below the table of a size test count blocks with wrong contents without the unreadable blocks", () => {
  const capacity = {
    ...sampleCapacity("damaged"),
    badBlocks: 3,
    contents: [{ content: "zeros" as const, blocks: 1 }, unreadable(2)],
  };
  const report = sampleUnjudgedReport({ capacity: () => capacity });
  const verdict = verdictOn(report);
  expect(
    plain(
      tables({ ...report, verdict })
        .flatMap(({ notes }) => notes ?? [])
        .join(" "),
    ),
  ).toBe("One block does not hold what was written, after 36.9 kB of the free space.");
});

it("the headline and the notes about a size test name changed old files if every bad block was merely unreadable", () => {
  const capacity = {
    ...sampleCapacity("damaged"),
    badBlocks: 2,
    contents: [unreadable(2)],
    oldFiles,
  };
  const report = sampleUnjudgedReport({ capacity: () => capacity });
  const verdict = verdictOn(report);
  expect(verdict.headline).toMatch(/files that were there before the test have changed/);
  const notes = tables({ ...report, verdict }).flatMap((table) => table.notes ?? []);
  expect(notes.join(" ")).toMatch(/^Files that were on the drive before have changed/);
});

it.each([
  ["a product from a shop", {}, true],
  ["a drive on the network", { kind: "network" }, false],
] as const)(
  "the advice about changed old files on %s mentions a seller only if a shop sold the drive",
  (_what, drive, isSold) => {
    const capacity = { ...sampleCapacity("damaged"), badBlocks: 0, contents: [], oldFiles };
    const { findings } = verdictOn(sampleUnjudgedReport({ capacity: () => capacity, drive }));
    const found = findings.find(({ code }) => code === "capacity-old-files");
    expect(/give it back to the seller/.test(found?.detail ?? "")).toBe(isSold);
  },
);

it("the texts before and during the size test do not promise that files on the drive stay unchanged", () => {
  const said = [purpose(), onUsedDrive(5e9), capacityScreen.whatIsLeft()].join(" ");
  expect(said).not.toMatch(/left alone|untouched|unchanged|are safe|not overwrit/i);
  expect(capacityScreen.whatIsLeft()).toMatch(/to see whether they change/);
});

it("the finding about a drive of false size names the 32-bit limit of 17.6 TB if a drive with 4 KiB sectors keeps about that much", () => {
  const tebibyte = 2 ** 40;
  const filledBytes = 18 * tebibyte;
  const capacity = {
    ...sampleCapacity("false"),
    blockBytes: 4096,
    filledBytes,
    totalBytes: 18.1 * tebibyte,
    usedBytes: 0,
    untested: [],
    badBlocks: (2.1 * tebibyte) / 4096,
    unreadableBlocks: 0,
  };
  const drive = { sectorBytes: { logical: 4096, physical: 4096 } };
  const { findings } = verdictOn(sampleUnjudgedReport({ capacity: () => capacity, drive }));
  const found = findings.find(({ code }) => code === "capacity-false");
  expect(plain(found?.title ?? "")).toContain("no more than about 17.6 TB");
  expect(plain(found?.detail ?? "")).toContain("32-bit addresses reach (17.6 TB)");
});

it('tell() words the code "capacity-false.means-limit" of older stored reports as the limit of 32-bit addresses', () => {
  const kept = { code: "capacity-false.means-limit", params: {} };
  expect(plain(tell(kept as never))).toContain("32-bit addresses reach (2.2 TB)");
});
