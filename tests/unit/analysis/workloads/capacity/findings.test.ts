import { describe, expect, it } from "vitest";
import { type Part, paragraph } from "#analysis/say";
import { factsOf } from "#analysis/verdict/facts";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { findings } from "#analysis/workloads/capacity/index";
import { reserveBytes } from "#analysis/workloads/capacity/plan";
import type { Capacity, CapacityOldFiles } from "#contract/workloads/capacity";
import { verdictOn, said as words } from "../../../../helpers/judged";
import {
  built,
  fakeDrive,
  judgedTest,
  sampleCapacity,
  testOf,
} from "../../../../helpers/sample-capacity";
import { type SampleOptions, sampleUnjudgedReport } from "../../../../helpers/sample-report";

const said = (part: Part) => words(part).replace(/[\u00a0\u202f]/g, " ");

const of = (capacity: Capacity | null, on: SampleOptions = {}) =>
  findings(factsOf({ ...sampleUnjudgedReport(on), capacity }));

/** The code of each finding, with the codes of its first statements. */
const told = (capacity: Capacity | null) =>
  of(capacity).map(({ code, seen }) => [code, ...paragraph(seen).map((one) => one.code)]);

const changed: CapacityOldFiles = {
  files: 3,
  sampledBytes: 1 << 20,
  changedFiles: 1,
  changedBytes: 4096,
  ownBytes: 0,
};

describe("the findings about the size of the drive", () => {
  it("are absent without a size test and after an error that ended the size test", () => {
    expect(of(null)).toEqual([]);
    expect(of(sampleCapacity("error"))).toEqual([]);
  });

  it("name the bytes in use, which remain untested, on a drive of honest size", () => {
    const whole = sampleCapacity("whole");
    const totalBytes = whole.freeBytes + 5_000_000;
    expect(of({ ...whole, usedBytes: 5_000_000, totalBytes })).toMatchObject([
      {
        code: "capacity-whole",
        severity: "good",
        means: [{ params: { usedBytes: 5_000_000 } }, { code: "capacity-whole.within" }],
      },
    ]);
  });

  it('have the severity "good" only if at most an eighth of the volume was not tested', () => {
    const filled = { ...sampleCapacity("whole"), freeBytes: 7_500_000, filledBytes: 7_000_000 };
    const severity = (changes: Partial<Capacity>) => of({ ...filled, ...changes })[0]?.severity;
    expect(severity({ totalBytes: 8_000_000 })).toBe("good");
    expect(severity({ totalBytes: 8_000_001 })).toBe("info");
    expect(severity({ totalBytes: 8_000_001, usedBytes: 900_000 })).toBe("info");
    // If the volume's size is unknown, its free space is still known.
    expect(severity({ totalBytes: null })).toBe("good");
  });

  it("name the space that the file system sets aside among the untested parts", () => {
    // ext4 reserves five percent of a volume for root: that space is neither in use nor free.
    const whole = sampleCapacity("whole");
    const totalBytes = whole.freeBytes + 12_000_000;
    expect(said(of({ ...whole, usedBytes: 5_000_000, totalBytes })[0]?.means ?? [])).toBe(
      "The volume was nearly empty. Of it, the 5 MB that were in use and 15.4 MB of the free space were not tested. A drive that lacks no more than that can pass as well.",
    );
    const part = { ...sampleCapacity("part"), usedBytes: 5_000_000, totalBytes };
    expect(said(of({ ...part, untested: ["in-use"] })[0]?.seen ?? [])).toContain(
      "12 MB were in use before or set aside and were not tested.",
    );
  });

  it("advise a test of all free space only if a limit kept at least 1 MiB from being filled", () => {
    const part = { ...sampleCapacity("part"), untested: ["limit" as const] };
    const all = part.freeBytes - reserveBytes(part.freeBytes);
    const todo = (leftOut: number) =>
      said(of({ ...part, targetBytes: all - leftOut })[0]?.todo ?? []);
    expect(todo((1 << 20) - 1)).toBe("");
    expect(todo(1 << 20)).toContain("Let the test fill everything that is free");
  });

  it("name the computer's memory as a possible cause of damaged blocks if the file system is in memory", () => {
    const means = (on: SampleOptions) => said(of(sampleCapacity("damaged"), on)[0]?.means ?? []);
    expect(means({ volume: { fileSystem: "tmpfs" } })).toContain(
      "The computer’s memory may be faulty.",
    );
    expect(means({})).toContain("A damaged drive does that");
  });

  it("speak of one block and of one file in the singular, and not of 0 B in use", () => {
    const seen = (capacity: Capacity) =>
      of(capacity)
        .map((finding) => said(finding.seen))
        .join(" ");
    expect(seen(sampleCapacity("damaged"))).toContain(
      "one block of 4 KiB came back different, after 36.9 kB of the free space.",
    );
    const two = { ...sampleCapacity("damaged"), badBlocks: 2 };
    expect(seen(two)).toContain("2 blocks of 4 KiB came back different, the first after 36.9 kB");
    const whole = { ...sampleCapacity("whole"), result: "damaged" } as const;
    expect(seen({ ...whole, oldFiles: changed })).toContain("the dates of that file are.");
    expect(seen({ ...whole, oldFiles: { ...changed, changedFiles: 2 } })).toContain(
      "the dates of these files are.",
    );
    const means = (usedBytes: number) => {
      const sample = sampleCapacity("whole");
      const totalBytes = sample.freeBytes + usedBytes;
      return said(of({ ...sample, usedBytes, totalBytes })[0]?.means ?? []);
    };
    expect(means(0)).toBe(
      "The volume was empty. Of it, 8.39 MB of the free space were not tested. A drive that lacks no more than that can pass as well.",
    );
    expect(means(1)).toMatch(/the 1 B that were in use and 8\.39 MB of the free space/);
  });

  it("do not vouch for the part of a drive outside the volume", () => {
    const whole = sampleCapacity("whole");
    const total = whole.totalBytes ?? 0;
    const onDriveOf = (capacityBytes: number) => of(whole, { drive: { capacityBytes } })[0];
    expect(onDriveOf(total * 1.1)).toMatchObject({ severity: "good" });
    const part = onDriveOf(total * 10);
    expect(part).toMatchObject({ severity: "info" });
    expect(said(part?.means ?? [])).toMatch(
      /But 1.28 GB of the drive do not belong to this volume/,
    );
  });

  it.each<[string, SampleOptions]>([
    ["another computer", { drive: { kind: "network" } }],
    ["software", { drive: { kind: "virtual" } }],
    ["a virtual machine", { host: { virtualMachine: "KVM" } }],
    ["memory", { drive: { kind: "memory" } }],
    ["an unknown drive", { volume: { lowerMounts: null } }],
  ])("do not vouch for the drive when %s answers", (_, on) => {
    const [whole] = of(sampleCapacity("whole"), on);
    expect(whole).toMatchObject({ severity: "info" });
    expect(said(whole?.means ?? [])).toMatch(/What stands behind this volume answered/);
  });

  it("advise a return to the seller for an ordinary drive, but not for a network, virtual or memory volume or in a virtual machine", () => {
    const todo = (on: SampleOptions) => said(of(sampleCapacity("false"), on)[0]?.todo ?? []);
    expect(todo({})).toMatch(/Give it back to the seller/);
    for (const kind of ["network", "virtual", "memory"] as const) {
      expect(todo({ drive: { kind } })).not.toMatch(/seller/);
    }
    expect(todo({ host: { virtualMachine: "KVM" } })).not.toMatch(/seller/);
  });

  it("give a separate count of unreadable blocks beside that of blocks with other contents", () => {
    const [found] = of({
      ...sampleCapacity("damaged"),
      badBlocks: 6,
      contents: [
        { content: "zeros", blocks: 1 },
        { content: "unreadable", blocks: 5 },
      ],
    });
    expect(said(found?.seen ?? [])).toMatch(
      /one block of 4 KiB came back different.* 5 more blocks could not be read\.$/,
    );
  });

  it("report the lost blocks and, if old files changed, these files as well", () => {
    const lost = "capacity-false-or-damaged.seen";
    const old = "capacity-old-files.seen";
    const oldFinding = ["capacity-old-files", old];
    const outcomes = (result: "false" | "false-or-damaged") => {
      const capacity = sampleCapacity(result);
      return [capacity, { ...capacity, oldFiles: changed }].map(told);
    };
    const shared = "capacity-false.shared";
    expect(outcomes("false")).toEqual([
      [["capacity-false", lost, shared]],
      [["capacity-false", lost, shared, old], oldFinding],
    ]);
    expect(outcomes("false-or-damaged")).toEqual([
      [["capacity-false-or-damaged", lost]],
      [["capacity-false-or-damaged", lost, old], oldFinding],
    ]);
  });

  it("do not call blocks different when they were only unreadable", () => {
    const unread = { badBlocks: 5, contents: [{ content: "unreadable", blocks: 5 } as const] };
    expect(told({ ...sampleCapacity("damaged"), ...unread, oldFiles: changed })).toEqual([
      ["capacity-old-files", "capacity-old-files.seen"],
    ]);
  });

  it("mention neither old files that have not changed nor blocks if none is bad", () => {
    const oldFiles = { ...changed, changedFiles: 0, changedBytes: 0 };
    expect(told({ ...sampleCapacity("damaged"), oldFiles })).toEqual([
      ["capacity-damaged", "capacity-damaged.seen"],
    ]);
    expect(told({ ...sampleCapacity("damaged"), badBlocks: 0, oldFiles: changed })).toEqual([
      ["capacity-old-files", "capacity-old-files.seen"],
    ]);
  });

  it("say, when the size is not known, whether a cache answered, nothing was read or too little was read", () => {
    const seenWhere = (answeredBy: Capacity["answeredBy"]) =>
      of({ ...sampleCapacity("not-known"), answeredBy }).map(({ seen }) => seen);
    const seen = (isFromCache: boolean) => [
      { code: "capacity-not-known.seen", params: { isFromCache } },
    ];
    expect(seenWhere("cache")).toEqual(seen(true));
    expect(seenWhere(null)).toEqual(seen(false));
    // Some data was read back, but not more than a cache may hold.
    const little = [{ code: "capacity-not-known.seen-little", params: {} }];
    expect(seenWhere("drive")).toEqual(little);
    expect(seenWhere("not-known")).toEqual(little);
  });

  it("say of a drive of false size that later writes replaced earlier data, but not that they lay beyond its true size", () => {
    const [size, from] = [48 * 256, 5 * 256];
    const goesRound = (place: number) =>
      place < size ? place : from + ((place - from) % (size - from));
    const capacity = judgedTest(fakeDrive(goesRound), 112 * 256);
    const words = JSON.stringify(verdictOn({ ...sampleUnjudgedReport(), capacity }));
    expect(words).toMatch(/what is written later replaces what came before/);
    expect(words).not.toMatch(/beyond its true size|it wrote over/);
    // The text contains only these amounts: bytes written, bytes lost, offset of the first lost
    // byte, bytes kept.
    expect(said(of(capacity)[0]?.seen ?? []).match(/[\d.]+ [kMG]B/g)).toEqual([
      "117 MB",
      "67.1 MB",
      "5.24 MB",
      "50.3 MB",
    ]);
  });

  it("name a false size as a possible cause of changed old files, but not in headline and answers, and a damaged file system if they hold the test's data", () => {
    const mebibyte = 1 << 20;
    const whole = testOf(
      fakeDrive((place) => place),
      16 * 256,
    );
    const room = [24 * mebibyte, 16 * mebibyte] as const;
    for (const ownBytes of [0, 20 * mebibyte]) {
      const oldFiles = { ...changed, sampledBytes: 64 * mebibyte, changedBytes: 20 * mebibyte };
      const capacity = built(whole, ...room, { oldFiles: { ...oldFiles, ownBytes } });
      const { headline, answers } = verdictOn({ ...sampleUnjudgedReport(), capacity });
      const text = JSON.stringify([headline, answers]);
      expect(text).toMatch(/Files that were on the drive before have changed/);
      expect(text).not.toMatch(/smaller|did not come back|not there when it is read/);
      const means = said(of(capacity)[0]?.means ?? []);
      expect(means).toMatch(/smaller than it says/);
      expect(/damaged file system/.test(means)).toBe(ownBytes > 0);
    }
  });

  it("advise emptying and retesting a drive whose old files changed, unless the drive holds the system", () => {
    const capacity = { ...sampleCapacity("damaged"), oldFiles: changed };
    const todo = (on: SampleOptions) => said(of(capacity, on)[1]?.todo ?? []);
    expect(todo({})).toMatch(/trust the other copy.*Let the test fill everything.*empty drive\./);
    expect(todo({ volume: { system: true } })).not.toMatch(/empty drive/);
  });

  it("name a false size and a faulty connection as possible causes of damaged blocks, and no drive on a network volume", () => {
    const means = (on: SampleOptions) => said(of(sampleCapacity("damaged"), on)[0]?.means ?? []);
    expect(means({})).toMatch(
      /a drive that is smaller than it says, and a fault of its connection/,
    );
    const network = means({ drive: { kind: "network" } });
    expect(network).toMatch(
      /^Some of what is stored here is lost\. What keeps it may be damaged or/,
    );
    expect(network).not.toMatch(/drive/);
  });

  it("advise a full test on an empty drive if only a part was tested, unless a full test is impossible", () => {
    const part = sampleCapacity("part");
    const todo = (changes: Partial<Capacity>, on: SampleOptions = {}) => {
      const advice = of({ ...part, ...changes }, on)[0]?.todo ?? null;
      return advice === null ? null : said(advice);
    };
    const fill = "Let the test fill everything that is free, on an empty drive.";
    for (const reason of ["stopped", "in-use"] as const) {
      expect(todo({ untested: [reason] })).toBe(fill);
    }
    expect(todo({ untested: ["limit"], targetBytes: part.targetBytes / 2 })).toBe(fill);
    expect(todo({ untested: ["taken"] })).toBe(
      "Close other programs, then let the test fill everything that is free, on an empty drive.",
    );
    expect(todo({ untested: ["quota"] })).toMatch(/^Have the quota lifted, then let the test fill/);
    for (const reason of ["files", "no-room", "no-room-at-flush", "no-copy-room"] as const) {
      expect(todo({ untested: [reason] })).toBeNull();
    }
    // Nobody can empty the system's volume, and a network share or memory has no drive to empty.
    expect(todo({ untested: ["stopped"] }, { volume: { system: true } })).toBeNull();
    expect(todo({ untested: ["stopped"] }, { drive: { kind: "network" } })).toBeNull();
  });

  it("say that there was no room to write the beginning again, without naming the file system as the cause", () => {
    const seen = said(of({ ...sampleCapacity("part"), untested: ["no-copy-room"] })[0]?.seen ?? []);
    expect(seen).toMatch(/There was no room to write the beginning anew\. So the end was not read/);
    expect(seen).not.toMatch(/file system/);
  });

  it("name the reserve, and not a limit, as the reason why a part of a tiny volume was not tested", () => {
    const mebibyte = 1 << 20;
    const tiny: Capacity = {
      ...sampleCapacity("part"),
      freeBytes: 15 * mebibyte,
      targetBytes: 7 * mebibyte,
      filledBytes: 7 * mebibyte,
      checkedBytes: 7 * mebibyte,
      untested: ["limit"],
    };
    const [finding] = of(tiny);
    expect(said(finding?.seen ?? [])).toMatch(
      /The test leaves 8\.39 MB free for the file system, which is much of so small a volume\.$/,
    );
    expect(finding?.todo).toBeNull();
  });

  it("advise another enclosure for a drive that ends at the largest size of an old enclosure, and call the drive neither too small nor damaged", () => {
    const tebibyte = 2 ** 40;
    const filledBytes = 3.6 * tebibyte;
    for (const result of ["false", "false-or-damaged"] as const) {
      const capacity = {
        ...sampleCapacity(result),
        filledBytes,
        badBlocks: (1.62 * tebibyte) / 4096,
        totalBytes: 3.7 * tebibyte,
        usedBytes: 0,
      };
      const [finding] = of(capacity);
      expect(said(finding?.means ?? [])).toMatch(
        /an old enclosure, dock or adapter counts no further/,
      );
      expect(said(finding?.todo ?? [])).toMatch(/repeat the test in another one/);
      const report = { ...sampleUnjudgedReport(), capacity };
      const page = glanceOf({ ...report, verdict: verdictOn(report) });
      expect(page.todo?.code).toBe("glance.todo.store-nothing");
      // It is not known whether the drive or its enclosure is at fault, so no sentence says so.
      const verdict = verdictOn(report);
      const spoken = [finding?.title ?? [], finding?.means ?? [], page.sentence].map(said);
      const all = [...spoken, verdict.headline, ...verdict.answers.map(({ reason }) => reason)];
      expect(all.filter((text) => /smaller than it says|damaged/.test(text))).toEqual([]);
    }
  });
});
