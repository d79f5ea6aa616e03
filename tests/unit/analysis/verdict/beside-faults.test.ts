import { describe, expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { paperOf } from "#analysis/verdict/glance/paper";
import { driveError, hostError } from "#contract/drive-error";
import { driveErrorCodes } from "#contract/drive-error-schema";
import type { Capacity } from "#contract/workloads/capacity";
import { errorInWords } from "#text/in-words";
import { tell } from "#text/statements";
import { sampleHealth } from "../../../helpers/sample-health";
import { sampleModes } from "../../../helpers/sample-modes";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { of } from "./first-page";
import { clean, linux } from "./scenario";

/**
 * Headline, first page and findings of one report: if one of these three names a fault, the other
 * two must not ignore it.
 */

const judged = (options: SampleOptions) => {
  const report = sampleReport(options);
  const { mark, caveat, todo, word, sentence } = glanceOf(report);
  const text = (one: Parameters<typeof tell>[0] | null) => (one === null ? null : tell(one));
  const { headline, findings, grade } = report.verdict;
  return {
    mark,
    headline,
    grade,
    caveat: text(caveat),
    todo: text(todo),
    first: `${text(word)} ${text(sentence)}`,
    codes: findings.map(({ code }) => code),
    details: findings.map(({ detail }) => detail).join(" "),
  };
};
const gone = { partial: true, error: driveError("volume-gone", "The drive was removed.") };

it.each<[string, SampleOptions]>([
  ["a fast drive", {}],
  ["a drive in a virtual machine", { host: { virtualMachine: "KVM" } }],
  ["a hard disk", { drive: { kind: "hard-disk" } }],
  ["a drive without any figures", { modes: [] }],
])(
  'the headline says nothing but "This drive reports that it is failing.", with the mark "bad", if %s reports a failure',
  (_, options) => {
    const health = sampleHealth({ criticalWarnings: ["readonly"] });
    const { headline, mark } = judged({ ...options, report: { health } });
    expect(headline).toBe("This drive reports that it is failing.");
    expect(mark).toBe("bad");
  },
);

describe("the report on a drive that vanished after the test of its size", () => {
  const faults = ["false", "false-or-damaged", "damaged"] as const satisfies Capacity["result"][];
  it.each(faults)(
    'has the mark "bad", the grade "poor" and the findings "capacity-%s" and "volume-gone"',
    (capacity) => {
      const { mark, codes, grade } = judged({ capacity, report: gone });
      expect(codes).toEqual(expect.arrayContaining([`capacity-${capacity}`, "volume-gone"]));
      expect({ mark, grade }).toEqual({ mark: "bad", grade: "poor" });
    },
  );

  it.each(["whole", "part", "not-known", "error"] as const)(
    'names in its headline the removed drive, and no fault of the size in its findings, after the result "%s"',
    (capacity) => {
      const { mark, codes, headline } = judged({ capacity, report: gone });
      expect(codes.filter((code) => code.startsWith("capacity"))).toEqual([]);
      expect({ mark, headline }).toEqual({ mark: "early", headline: "The drive was removed." });
    },
  );
});

describe("the advice after a fault that calls for an immediate copy of the files", () => {
  const everything = { sustained: {}, documents: {}, parallel: {}, commits: {} } as const;
  const delaying = /Inspect|choose a longer inspection|before a large copy|Leave the drive idle/;
  const error = driveError("drive-error", "EIO");
  it.each<[string, SampleOptions]>([
    ["an error of the drive", { report: { partial: true, error } }],
    [
      "an error of a virtual drive",
      { report: { partial: true, error }, host: { virtualMachine: "KVM" } },
    ],
    ["data that came back changed", { report: { verification: { ...clean, mismatchCount: 2 } } }],
    [
      "a drive that reports its own failure",
      { report: { partial: true, health: sampleHealth({ criticalWarnings: ["degraded"] }) } },
    ],
  ])(
    "begins with the copy and asks for no other inspection, longer inspection or idle time if the fault is %s",
    (_, options) => {
      const slow = sampleModes.linux.map((mode) => ({ ...mode, deviation: 0.5, slowestNs: 2e9 }));
      const { advice, findings } = sampleReport({ ...everything, modes: slow, ...options }).verdict;
      expect(advice[0]).toMatch(/^Copy what matters|^Copy/);
      expect(advice.filter((each) => delaying.test(each))).toEqual([]);
      const todos = findings.flatMap(({ statements }) => statements?.todo ?? []).map(tell);
      expect(todos.filter((each) => delaying.test(each))).toEqual([]);
    },
  );

  it("also says to return a drive whose true size is smaller than it reports", () => {
    const differing = { verification: { ...clean, mismatchCount: 2 } };
    const { advice } = sampleReport({ capacity: "false" }).verdict;
    const [giveBack = "none"] = advice;
    expect(giveBack).toMatch(/money back|seller|shop/);
    expect(sampleReport({ capacity: "false", report: differing }).verdict.advice).toContain(
      giveBack,
    );
  });
});

describe("the health report of a drive that vanished during the tests", () => {
  const vanished = (health: Parameters<typeof sampleHealth>[0]) =>
    judged({ report: { ...gone, verification: null, health: sampleHealth(health) } });

  it('rates the verdict bad and says "reported that it is failing, then vanished" when the drive reported that it is failing', () => {
    const { mark, grade, codes, first } = vanished({ criticalWarnings: ["readonly"] });
    expect(codes).toEqual(["health-failing", "volume-gone"]);
    expect({ mark, grade }).toEqual({ mark: "bad", grade: "poor" });
    expect(first).toMatch(/reported that it is failing, then vanished/);
  });

  it('makes the headline "This drive reports that it is failing." when the drive reported that it is failing', () => {
    const { headline } = vanished({ criticalWarnings: ["readonly"] });
    expect(headline).toBe("This drive reports that it is failing.");
  });

  it.each([
    ["care", { mediaErrors: 3 }],
    ["noted", { reallocatedSectors: 20 }],
  ] as const)(
    'still leads to a finding if it rates the state of the drive as "%s"',
    (state, health) => {
      expect(vanished(health).codes).toContain(`health-${state}`);
    },
  );

  it("adds no finding when the drive reported no fault", () => {
    expect(vanished({}).codes).toEqual(["volume-gone"]);
  });
});

it.each<[string, SampleOptions, RegExp]>([
  [
    "the memory that held the files",
    { drive: { kind: "memory" }, volume: { fileSystem: "tmpfs" } },
    /memory/,
  ],
  [
    "an overlay that ignores syncs",
    { volume: { fileSystem: "overlay", mountOptions: "rw,volatile" } },
    /ignores requests to save/,
  ],
  ["a mount without barriers", { volume: { mountOptions: "rw,nobarrier" } }, /not to flush/],
  ["saves lost in a plug test", { report: { powerCut: cuts(["lost"], counted) } }, /power/],
])(
  "the headline about a volume that vanished names, as the worse fact, %s",
  (_, options, headline) => {
    expect(judged({ ...options, report: { ...options.report, ...gone } }).headline).toMatch(
      headline,
    );
  },
);

describe("the first page on a drive that vanished after a fault", () => {
  const usb = { kind: "usb", bus: "usb", removable: true } as const;
  const faulty: readonly [string, SampleOptions][] = [
    ["blocks came back changed", { report: { verification: { ...clean, mismatchCount: 2 } } }],
    [
      "the drive lost saves in an earlier plug test",
      { report: { powerCut: cuts(["lost"], counted) } },
    ],
    ["the drive is smaller than it says", { capacity: "false" }],
  ];
  const vanished = (options: SampleOptions) =>
    of({ drive: usb, ...options, report: { ...options.report, ...gone } });

  it.each(faulty)("asks to plug the drive in before anything is copied if %s", (_, options) => {
    const { steps, deeds } = vanished(options);
    expect(steps.map((step) => step.split(":")[0])).toEqual([
      "Plug it in again",
      "Copy what matters",
      "Ask whoever sold it to you; at work, IT",
    ]);
    expect(deeds[0]).toBe("Show my files: Once it is back, copy them elsewhere");
  });

  it.each(faulty)(
    "does not judge saves that were measured before the fault if %s",
    (_, options) => {
      expect(vanished(options).rows["Saves reach the drive"]).toBe("open: not judged");
    },
  );

  it('says only "See below how to change it." about flushes that Windows has turned off', () => {
    const ticked: SampleOptions = { os: "windows", volume: { flushesTurnedOff: true } };
    expect(vanished(ticked).todo).toBe("See below how to change it.");
  });
});

describe("the advice about a volume that accepts no writes", () => {
  const readOnly = (code: "error.became-read-only" | "error.read-only") => {
    const params = {
      syscall: "pwrite",
      error: "EROFS",
      words: "Read-only file system",
      atByte: null,
    };
    const error = errorInWords(hostError("read-only", [{ code, params }], { syscall: "pwrite" }));
    const report = { partial: true, error, verification: null };
    return { ...of({ report }), details: judged({ report }).details };
  };

  it("asks for a copy first if the volume became read-only during the test", () => {
    const { todo, deeds, details } = readOnly("error.became-read-only");
    expect(todo).toBe("Copy what matters first, then inspect again.");
    expect(deeds.map((deed) => deed.split(":")[0])).toEqual([
      "Show my files",
      "Inspect again",
      "Save as PDF",
    ]);
    expect(details).toMatch(/Copy what matters to another drive first, unless somebody made/);
  });

  it("asks for another place if the volume was never writable", () => {
    expect(readOnly("error.read-only").todo).toBe("Choose another folder or drive.");
  });
});

it("the verdict on a damaged file system asks for a copy and a check before another inspection", () => {
  const params = { error: "EUCLEAN", words: "Structure needs cleaning", atByte: null };
  const statement = {
    code: "error.damaged-file-system",
    params: { syscall: "pwrite", ...params },
  } as const;
  const error = errorInWords(hostError("unclear", [statement], { syscall: "pwrite" }));
  const report = { partial: true, error, verification: null };
  const { todo, deeds } = of({ report });
  expect(todo).toBe("Copy what matters, have the volume checked, then inspect again.");
  expect(deeds[0]).toMatch(/^Show my files/);
  expect(judged({ report }).details).toContain("Inspect it again once the volume was checked.");
});

describe("the report on an inspection that ended early", () => {
  const modes = sampleModes.linux;
  const kept = /What was measured/;
  const ended = (code: (typeof driveErrorCodes)[number], changes: SampleOptions = {}) => {
    const error = driveError(code, "It ended.");
    const report = { ...changes.report, partial: true, error };
    const { caveat, details } = judged({ modes, ...changes, report });
    return `${caveat} ${details}`;
  };

  it.each(driveErrorCodes)(
    'promises no figures after the error "%s" if none were measured',
    (code) => {
      expect(ended(code, { modes: [], report: { verification: null } })).not.toMatch(kept);
    },
  );

  it.each(driveErrorCodes.filter((code) => code !== "wrong-data"))(
    'promises figures after the error "%s" if some were measured',
    (code) => {
      expect(ended(code)).toMatch(kept);
    },
  );

  it("promises figures after a stop only when some were measured", () => {
    const some = judged({ modes, report: { partial: true } });
    expect(some.caveat).toMatch(/is kept below/);
    expect(some.details).toMatch(/figures shown are real/);
    const nothing = judged({ modes: [], report: { partial: true, verification: null } });
    expect(nothing.caveat).toBeNull();
    expect(nothing.details).not.toMatch(/figures shown/);
  });
});

it.each<[string, SampleOptions]>([
  ["of another computer", { drive: { kind: "network" } }],
  ["of software", { drive: { kind: "virtual" } }],
  ["of a virtual machine", { host: { virtualMachine: "KVM" } }],
])("the advice about a false size does not say to take back storage %s", (_, options) => {
  expect(judged({ ...options, capacity: "false" }).todo).not.toMatch(/take it back/);
  expect(judged({ capacity: "false" }).todo).toMatch(/take it back/);
});

it("the finding about data read back does not say for a network volume that the drive's reads were counted", () => {
  const codes = (options: SampleOptions) => judged(options).codes;
  expect(codes({})).toContain("data-verified");
  expect(codes({ drive: { kind: "network" } })).not.toContain("data-verified");
  expect(codes({ drive: { kind: "network" } })).toContain("data-verified-uncounted");
});

describe("saves that are not known to be safe", () => {
  it.each<[string, SampleOptions]>([
    ["no flush is sent", { modes: linux(50, 0) }],
    [
      "a power cut lost some of them",
      { modes: linux(50, 1), report: { powerCut: cuts(["lost"], counted) } },
    ],
  ])("appear in no finding as safe or beside published figures if %s", (_, options) => {
    const { codes, details } = judged(options);
    expect(codes).not.toContain("slow-saves");
    expect(codes).not.toContain("nearest-published");
    expect(details).not.toMatch(/safe saves/i);
  });

  it("appear in no finding as safe if only half of these saves had a flush", () => {
    expect(judged({ modes: linux(900, 0.5) }).details).not.toMatch(/safe saves/i);
  });

  it("are said to have been seen on their way less often than confirmed if only half of these saves had a flush", () => {
    const few = sampleReport({ modes: linux(900, 0.5) });
    expect(tell(glanceOf(few).sentence)).toBe(
      "Fewer saves were seen on their way than were confirmed.",
    );
    expect(tell(glanceOf(few).safe.reason)).toBe("Some saves had no flush command of their own.");
  });
});

describe("the verdict on documents, parallel saves and database records", () => {
  it.each<[string, SampleOptions, string]>([
    // Without the flush counts of ordinary document saves it is not known whether "saved" means
    // saved.
    ["documents", { documents: { flushesPerDocument: 0.89 } }, "unknown"],
    ["documents saved without any flush", { documents: { flushesPerDocument: 0 } }, "unknown"],
    ["saves of one writer alone", { parallel: { flushesPerSave: 0.89 } }, "fair"],
    ["records of a database", { commits: { flushesSeen: 0.5 } }, "fair"],
  ])("is in doubt when the run counted too few flushes for %s", (_, options, expected) => {
    const { mark, grade, first } = judged(options);
    expect({ mark, grade }).toEqual({ mark: "care", grade: expected });
    expect(first).toBe("Doubtful. Not every way of saving was passed on to the drive.");
  });

  it.each<[string, SampleOptions]>([
    ["documents", { documents: { flushesPerDocument: 0.95 } }],
    ["saves of one writer alone", { parallel: { flushesPerSave: 0.95 } }],
  ])(
    'has the mark "fine", but does not say "every save reached", when a few flushes were missing for %s',
    (_, options) => {
      expect(judged(options).mark).toBe("fine");
      expect(judged(options).first).not.toMatch(/[Ee]very save reached/);
    },
  );

  it("is not in doubt if the flushes were complete or not counted, or if the drive reports no volatile cache", () => {
    for (const count of [1, 2, null]) {
      const counted = {
        documents: { flushesPerDocument: count },
        parallel: { flushesPerSave: count },
        commits: { flushesSeen: count },
      };
      expect(judged(counted)).toMatchObject({ mark: "good", grade: "good" });
    }
    const none = { documents: { flushesPerDocument: 0 } };
    const asks = { volume: { writeCache: "write-through" } } as const;
    expect(judged({ ...none, ...asks }).mark).not.toBe("care");
  });
});

it.each<[string, SampleOptions]>([
  ["of another computer", { drive: { kind: "network" } }],
  ["of software", { drive: { kind: "virtual" } }],
])(
  "the advice about failing storage %s names whoever set the storage up, and no shop or maker",
  (_, options) => {
    const report = sampleReport({
      ...options,
      report: { partial: true, error: driveError("drive-error", "It failed.") },
    });
    const { steps, deeds, mark } = glanceOf(report);
    const { next, repeat } = paperOf(report);
    const all = [...steps, ...deeds].flatMap(({ title, detail }) => [title, detail]);
    expect(mark).toBe("bad");
    const found = report.verdict.findings.map(({ detail }) => detail);
    const said = [
      ...[...all, ...repeat, ...(next === null ? [] : [next])].map(tell),
      ...found,
    ].join(" ");
    expect(said).toContain("whoever set this storage up");
    expect(said).not.toMatch(/shop|maker|seller|sold|replace|slot/);
  },
);
