import { describe, expect, it } from "vitest";
import { glanceOf } from "#analysis/verdict/glance/glance";
import { driveError } from "#contract/drive-error";
import { planWith } from "../../../helpers/plan-with";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { guest, of } from "./first-page";
import { clean, linux } from "./scenario";

/** The first page's sentences, steps and buttons do not contradict each other. */

const stick = { kind: "usb", bus: "usb", model: "USB Flash Disk", removable: true } as const;
const group = { model: "A + B", serial: null, removable: false, disks: 2 } as const;
const wrong = { verification: { ...clean, mismatchCount: 12 } };
const gone = { partial: true, error: driveError("volume-gone", "It is not there.") };

describe("a faulty drive that vanished", () => {
  it.each([stick, group, {}])(
    "is to be connected again before its files are copied: %j",
    (drive) => {
      const { todo, steps } = of({ drive, report: { ...wrong, ...gone } });
      expect(todo).toBe("If it comes back, copy what matters before anything else.");
      expect(steps[0]).toMatch(/^(Plug it in again|Switch off and on):/);
      expect(steps[1]).toMatch(/^Copy what matters:/);
    },
  );

  it("leads to a first page whose buttons have the numbers of the steps that they serve", () => {
    const { steps, deeds } = glanceOf(sampleReport({ report: { ...wrong, ...gone } }));
    expect(steps[1]?.title.code).toBe("glance.step.copy");
    expect(deeds.map(({ id, number }) => [id, number])).toEqual([
      ["files", 2],
      ["pdf", 3],
      ["another-drive", null],
    ]);
  });
});

it('the button that saves the report of a faulty drive names a stick, or "online" in a virtual machine, and what the report is for', () => {
  const pdf = (options: SampleOptions) =>
    of({ ...options, report: wrong }).deeds.find((deed) => deed.startsWith("Save as PDF"));
  expect(pdf({})).toBe("Save as PDF: Onto a stick, for the shop");
  expect(pdf({ drive: group })).toBe("Save as PDF: Onto a stick, to show it");
  expect(pdf(guest)).toBe("Save as PDF: Online, for whoever looks after this computer");
});

describe("a drive seen through a virtual machine", () => {
  it("is not said to be out of sight if it is a stick, which the person can see", () => {
    const { reason, rows, todo } = of({ ...guest, drive: stick });
    expect(reason).toBe("What you save here passes through the virtual machine first.");
    expect(rows).toHaveProperty("Saves reach the stick", "open: cannot be seen from here");
    expect(rows).not.toHaveProperty("Saved on the real drive?");
    expect(todo).toBe("Inspect it in a computer that is no virtual machine.");
  });

  it("is said to be out of sight if the virtual machine provides it", () => {
    const { reason, rows } = of({ ...guest, drive: { kind: "virtual", model: "QEMU HARDDISK" } });
    expect(reason).toBe("That is normal here: the real drive is out of sight.");
    expect(rows).toHaveProperty("Saved on the real drive?");
  });
});

it("the first page says that the system passed on each save, not that each reached the drive, if a cut lost saves", () => {
  const report = { powerCut: cuts(["kept", "lost"], counted) };
  const { headline, rows } = of({ modes: linux(900, 1), report });
  expect(headline).toMatch(/^Not safe\. .* gone/);
  expect(rows["Saves reach the drive"]).toBe("proof: each passed on by the system");
});

it("the finding about saves lost in a power cut asks for copies before a firmware update or another connection", () => {
  const report = { powerCut: cuts(["kept", "lost"], counted) };
  for (const drive of [stick, group, {}]) {
    const { findings } = sampleReport({ drive, modes: linux(900, 1), report }).verdict;
    const { detail = "" } = findings.find(({ code }) => code === "power-cut-lost") ?? {};
    expect(detail).toMatch(/Copy what matters elsewhere first.* firmware .* connect the drive/);
  }
});

it("a drive that may confirm too early is in doubt beyond its latest saves if the drive also ran full", () => {
  const early: SampleOptions = {
    drive: stick,
    modes: linux(12_500, 1),
    sustained: { fastBytesPerSecond: 22e6, slowBytesPerSecond: 15e6 },
  };
  const full = { partial: true, error: driveError("volume-full", "It ran full.") };
  const { answer, reason } = of({ ...early, report: full });
  expect(answer).toBe("In doubt");
  expect(reason).toBe("What you saved just before pulling it out may be missing.");
  expect(of(early).answer).toBe("In doubt: what you save last");
});

describe("documents in an inspection without other tests", () => {
  const alone = (options: SampleOptions = {}): SampleOptions => {
    const { plan } = sampleReport({ documents: {} });
    const report = {
      plan: planWith({ ...plan, tests: ["document-saves"] }, {}),
      verification: null,
      ...options.report,
    };
    return { documents: {}, modes: [], ...options, report };
  };
  it("are said to have come back unchanged", () => {
    expect(of(alone()).rows).toHaveProperty(
      "DriveProof’s test files",
      "plain: saved documents came back unchanged",
    );
  });

  it("count as compared only if the inspection came to its end and the documents are on a drive", () => {
    expect(of(alone({ report: { partial: true } })).rows).toHaveProperty(
      "Data stays unchanged",
      "open: not tested",
    );
    expect(of(alone({ drive: { kind: "memory" } })).rows).toHaveProperty(
      "Data stays unchanged",
      "open: compared only in the computer’s memory",
    );
  });
});
