import { describe, expect, it } from "vitest";
import type { Report } from "#contract/report";
import { verdictOn } from "../../../helpers/judged";
import { sampleHealth } from "../../../helpers/sample-health";
import { sampleModes } from "../../../helpers/sample-modes";
import { cutOn } from "../../../helpers/sample-power-cut";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";
import { guest, host, plugTest, said, volume } from "./first-page";

/** The first page for a virtual machine. */

describe("the verdict", () => {
  const inMachine = (drive: Partial<(typeof volume)["drive"]>, virtualMachine = "KVM") => {
    const unjudged = {
      ...sampleUnjudgedReport(),
      host: { ...host, virtualMachine },
      volume: { ...volume, system: false, drive: { ...volume.drive, ...drive } },
    };
    const report: Report = { ...unjudged, verdict: verdictOn(unjudged) };
    const found = report.verdict.findings.find(({ code }) => code === "virtual-drive");
    return { ...said(report), found };
  };

  it("names for a virtual machine whom to ask and where to inspect, and says that a virtual drive is no fault", () => {
    const { steps, todo, found } = inMachine({});
    expect(steps).toEqual([
      expect.stringMatching(/^Ask whether it is backed up: Ask whoever provides it/),
      "To test the computer in front of you: Start DriveProof on it, outside this window.",
      expect.stringMatching(
        /^If you set it up on your computer: .* keep a copy of it elsewhere\.$/,
      ),
    ]);
    // The page must not promise that nothing is left to do if one of its questions is answered with
    // no.
    expect(steps[0]).toMatch(/ If both answers are yes, you need do nothing else\.$/);
    expect(todo).toBe("That is no fault. Go on working, and ask whether it is backed up.");
    expect(found?.detail).toMatch(
      /the computer that this one runs on, which decides whether and when/,
    );
  });

  it("says that the safety of a virtual machine in a power cut depends on the computer it runs on", () => {
    const { rows } = inMachine({});
    expect(rows).toMatchObject({
      "Saved on the real drive?": "open: cannot be seen from here",
      "Safe after a power cut?": "open: depends on the computer it runs on",
    });
    expect(rows).not.toHaveProperty("Data stays unchanged");
  });

  it("says that only the virtual computer was tested if the drive is virtual, but not if it is a stick", () => {
    expect(inMachine({ kind: "virtual", model: null }).caveat).toBe(
      "Only the virtual computer was tested, not the one in front of you.",
    );
    expect(inMachine({}).caveat).not.toMatch(/virtual computer was tested/);
    const stick = inMachine({ kind: "usb", bus: "usb", model: "USB Flash Disk" });
    expect(stick.headline).toMatch(/virtual machine stands between this program and this stick/);
    expect(stick.caveat).toBe("This system runs inside another computer, as is usual at work.");
  });

  it.each([
    ["Parallels", "This is a virtual computer inside a Mac.", "the Mac itself", "on the Mac"],
    [
      "VirtualBox",
      "This computer runs inside another one.",
      "the computer it runs on",
      "outside it",
    ],
  ])(
    "sends a user of %s to the computer that runs the virtual machine",
    (machine, sentence, where, place) => {
      const page = inMachine({ kind: "virtual", model: null }, machine);
      expect(page.headline).toBe(`Not judged. ${sentence}`);
      expect(page.caveat).toBe(`It runs in ${machine}. No real drive was tested.`);
      expect(page.todo).toBe(`That is no fault. Go on working, and inspect ${where}.`);
      expect(page.steps.map((step) => step.split(":")[0])).toEqual([
        expect.stringMatching(new RegExp(`^(Start|Run) DriveProof ${place}$`)),
        "Keep a copy of your own files",
        "If it is from work, ask there",
      ]);
      expect(page.deeds).toEqual(["Save as PDF: For your records"]);
    },
  );

  it.each(["Apple Virtualization", "VMware", "Hyper-V", "Xen", "KVM", "a hypervisor"])(
    "tells a user of %s to ask first whether the virtual machine is backed up, and offers only the PDF",
    (machine) => {
      const { steps, deeds } = inMachine({ kind: "virtual", model: null }, machine);
      expect(steps[0]).toMatch(/^Ask whether it is backed up/);
      expect(deeds).toEqual(["Save as PDF: For whoever looks after this computer"]);
    },
  );

  it("names the provider of the drive as a likely cause of pauses in a virtual machine", () => {
    const modes = sampleModes.linux.map((mode) => ({ ...mode, slowestNs: 2e9 }));
    const pauses = (options: SampleOptions) =>
      verdictOn(sampleUnjudgedReport({ ...options, modes })).findings.find(
        ({ code }) => code === "long-pauses",
      )?.detail;
    expect(pauses({ host: { virtualMachine: "KVM" } })).toMatch(
      /what provides the drive, or a drive behind it, is the likely cause\.$/,
    );
    expect(pauses({})).toMatch(/the drive or its connection is the likely cause\.$/);
  });

  it('says "a virtual computer" for a virtual or unknown drive, and that a virtual machine stands before a real drive with a name', () => {
    const unseen = /a virtual computer, such as/;
    expect(inMachine({ kind: "virtual", model: "QEMU HARDDISK" }).headline).toMatch(unseen);
    expect(inMachine({ kind: "unknown", model: null }).headline).toMatch(unseen);
    for (const kind of ["nvme", "sata-ssd", "hard-disk"] as const) {
      const { headline } = inMachine({ kind, model: "Samsung SSD 990 PRO 1TB" });
      expect(headline).toMatch(/A virtual machine stands between this program and this drive/);
    }
  });

  it("sends people after a plug test with a loss in a virtual machine to whoever looks after the computer, and not to a shop", () => {
    const lost = (around: typeof guest | undefined) => {
      const { steps, deeds } = plugTest(cutOn(1, "lost"), [], around);
      return { step: steps[1], pdf: deeds.find((deed) => deed.startsWith("Save as PDF")) };
    };
    expect(lost(undefined)).toEqual({
      step: expect.stringMatching(/^Ask whoever sold it/),
      pdf: expect.stringMatching(/shop/),
    });
    expect(lost(guest)).toEqual({
      step: expect.stringMatching(/^Tell whoever looks after this computer/),
      pdf: expect.stringMatching(/Online, for whoever looks after this computer/),
    });
  });

  it("advises inspecting a USB drive of a virtual machine in a real computer", () => {
    const { steps, todo, found } = inMachine({ kind: "usb", bus: "usb", removable: true });
    expect(steps).toEqual([]);
    expect(todo).toBe("Inspect it in a computer that is no virtual machine.");
    expect(found?.detail).toMatch(/pass through the virtual machine/);
  });

  it("does not mention virtual machines for a software drive on a real computer", () => {
    const drive = { ...volume.drive, kind: "virtual" } as const;
    const unjudged = {
      ...sampleUnjudgedReport({
        os: "windows",
        sweep: {},
        interval: {},
        sustained: {},
        commits: {},
        report: { health: sampleHealth() },
      }),
      volume: { ...volume, drive },
    };
    const { headline, answers, findings } = verdictOn(unjudged);
    const text = [
      headline,
      ...answers.flatMap(({ word, reason }) => [word, reason]),
      ...findings.map(({ title, detail }) => `${title} ${detail}`),
    ];
    expect(text.join(" ")).toMatch(/what provides/);
    expect(text.filter((one) => /virtual machine|computer that hosts|hosting/i.test(one))).toEqual(
      [],
    );
  });

  it("says that a network drive belongs to another computer, without a finding about a virtual drive", () => {
    const { headline, found } = inMachine({ kind: "network" });
    expect(headline).toMatch(/belongs to another computer/);
    expect(found).toBeUndefined();
  });
});
