import { describe, expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import { sampleHealth } from "../../../helpers/sample-health";
import { sampleModes } from "../../../helpers/sample-modes";
import { counted, cuts } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleReport } from "../../../helpers/sample-report";
import { of, textsOf } from "./first-page";
import { clean, linux } from "./scenario";

/**
 * The cause and the advice about power cuts if the system does not see the drive, or the drive is
 * failing.
 */

const network: SampleOptions = { drive: { kind: "network", model: null } };
const guest: SampleOptions = { host: { virtualMachine: "KVM" } };
const image: SampleOptions = { drive: { kind: "virtual", bus: "loop", model: null } };
const hidden: SampleOptions = { volume: { fileSystem: "overlay", lowerMounts: null } };
const places: [string, SampleOptions][] = [
  ["on the network", network],
  ["in a virtual machine", guest],
  ["in an image file", image],
  ["in a container", hidden],
];
const failing = driveError("drive-error", "It failed.", { syscall: "fsync" });
const texts = (options: SampleOptions) => textsOf(sampleReport(options)).join("\n");

describe.each(places)("the verdict on data %s", (_, place) => {
  it("does not blame a drive that cannot be seen", () => {
    const wrong = of({ ...place, report: { verification: { ...clean, mismatchCount: 3 } } });
    expect(wrong.caveat).toBe(
      "The cause may be what keeps the data, the way to it or this computer.",
    );
    expect(wrong.unknown).toContain(
      "Whether what keeps the data, the way to it or this computer is the cause.",
    );
    expect(wrong.unknown).toContain("What lies behind it, and what that does with what is saved.");
    const failed = texts({ ...place, report: { partial: true, error: failing } });
    expect(failed).toMatch(/^Saving failed here during the inspection\.$/m);
    expect(failed).toMatch(/^The system reported that saving a test file failed\.$/m);
    expect(failed).not.toMatch(/drive or its connection/);
  });

  it("advises neither more power cuts nor new firmware for a drive", () => {
    const kept = texts({ ...place, report: { powerCut: cuts(["kept"], counted) } });
    expect(kept).not.toMatch(/Repeat the plug test|Evidence seen/);
    const { findings } = sampleReport({
      ...place,
      report: { powerCut: cuts(["kept"], counted) },
    }).verdict;
    expect(findings).not.toContainEqual(
      expect.objectContaining({ code: "power-cut-kept", severity: "good" }),
    );
    const lost = texts({ ...place, report: { powerCut: cuts(["lost"], counted) } });
    expect(lost).toMatch(/and show this report to whoever set it up\./);
    expect(lost).not.toMatch(/firmware|then run the plug test/);
  });
});

it("the verdict advises another unplug test if a stick that a virtual machine passes on lost saves", () => {
  const drive = { kind: "usb", bus: "usb", model: "USB Flash Disk", removable: true } as const;
  const report = { powerCut: cuts(["lost"], counted) };
  expect(texts({ ...guest, drive, report })).toMatch(/then run the unplug test again\./);
});

it("saves lost under a setting that keeps them from the drive lead to advice about the setting, and kept ones to no further plug test", () => {
  const report = { powerCut: cuts(["lost"], counted) };
  const lost = texts({ volume: { mountOptions: "rw,nobarrier" }, report });
  expect(lost).toMatch(/Have the setting changed .*, then run the plug test again\./);
  expect(lost).not.toMatch(/firmware/);
  const kept = { powerCut: cuts(["kept"], counted) };
  expect(texts({ volume: { mountOptions: "rw,nobarrier" }, report: kept })).not.toMatch(
    /Repeat the plug test/,
  );
});

it.each<[string, NonNullable<SampleOptions["report"]>]>([
  ["returned an error", { partial: true, error: failing }],
  ["gave back wrong data", { verification: { ...clean, mismatchCount: 3 } }],
  ["warns of itself", { health: sampleHealth({ mediaErrors: 3 }) }],
])("the verdict asks for no more power cuts of a drive that %s", (_, report) => {
  for (const outcome of ["kept", "not-proven"] as const) {
    const said = texts({ modes: linux(900, 1), report: { ...report, powerCut: cuts([outcome]) } });
    expect(said).not.toMatch(/Repeat the plug test|Run the plug test again/);
  }
  const sound = { powerCut: cuts(["kept"], counted) };
  expect(texts({ modes: linux(900, 1), report: sound })).toMatch(/Repeat the plug test/);
});

it("a Mac whose drive refuses the full flush gets no advice on programs that use the full flush", () => {
  const drive = { kind: "usb", bus: "USB", model: "USB Flash Disk", removable: true } as const;
  const modes = sampleModes.macos.map((mode) =>
    mode.mode === "f_fullfsync" ? { mode: mode.mode, refusal: "ENOTSUP" } : mode,
  );
  for (const on of [{}, { drive }]) {
    const said = texts({ os: "macos", modes, ...on });
    expect(said).toMatch(/refuses the full flush here/);
    expect(said).not.toMatch(/fullfsync”|Unless a program insists/);
  }
  expect(texts({ os: "macos" })).toMatch(/such as “fullfsync”/);
});
