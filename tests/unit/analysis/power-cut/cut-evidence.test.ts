import { describe, expect, it } from "vitest";
import { cutEvidence, keptItsPower, shownByCounter } from "#analysis/power-cut/cut-evidence";
import { cutDeeds } from "#contract/power-cut/test";
import { cutSigns } from "../../../helpers/sample-power-cut-test";

const silent = { deed: null, shown: null, unsafeShutdowns: null };

describe("cutEvidence()", () => {
  it('returns "none" without other signs, whether or not the computer restarted or the drive stopped answering', () => {
    for (const computerRestarted of [true, false, null]) {
      for (const driveLost of [true, false]) {
        expect(cutEvidence(cutSigns({ ...silent, computerRestarted, driveLost }))).toBe("none");
      }
    }
  });

  it('returns "system" if the drive counted one more unsafe shutdown or the USB record shows that the drive lost power', () => {
    const rose = { before: 57, after: 58, stoodStill: true };
    expect(cutEvidence(cutSigns({ ...silent, unsafeShutdowns: rose }))).toBe("system");
    const shown = { by: "usb-power-on", lostPower: true } as const;
    expect(cutEvidence(cutSigns({ ...silent, shown, computerRestarted: false }))).toBe("system");
  });

  it('returns "person" if only the person reports a cut, and "none" if the computer or, for a cable, the drive stayed on', () => {
    for (const deed of ["plug", "battery", "power-button"] as const) {
      expect(cutEvidence(cutSigns({ deed, computerRestarted: true }))).toBe("person");
      expect(cutEvidence(cutSigns({ deed, computerRestarted: null }))).toBe("person");
      // With a plug or power button as the answer: a computer that stayed on has not lost its
      // power, and the loss of the drive does not prove that a plug was pulled.
      const stayedOn = { deed, computerRestarted: false, driveLost: true };
      expect(cutEvidence(cutSigns(stayedOn))).toBe("none");
    }
    const cable = { deed: "cable", computerRestarted: false } as const;
    expect(cutEvidence(cutSigns({ ...cable, driveLost: true }))).toBe("person");
    expect(cutEvidence(cutSigns({ ...cable, driveLost: false }))).toBe("none");
    expect(cutEvidence(cutSigns({ deed: "no-cut", driveLost: true }))).toBe("none");
  });

  it('returns "none", whatever the person says, if the counter of unsafe shutdowns stood still or the system recorded a crash', () => {
    for (const deed of cutDeeds) {
      const same = {
        deed,
        driveLost: true,
        unsafeShutdowns: { before: 57, after: 57, stoodStill: true },
      };
      expect(cutEvidence(cutSigns(same))).toBe("none");
      const crash = { by: "kernel-power-41", lostPower: false } as const;
      expect(cutEvidence(cutSigns({ deed, shown: crash, driveLost: true }))).toBe("none");
    }
  });

  it("trusts the drive's counter of unsafe shutdowns over the system's record of a crash or a loss of power", () => {
    const crash = { by: "kernel-power-41", lostPower: false } as const;
    const sudden = { by: "kernel-power-41", lostPower: true } as const;
    const rose = { unsafeShutdowns: { before: 1, after: 2, stoodStill: true }, shown: crash };
    expect(cutEvidence(cutSigns(rose))).toBe("system");
    const same = { unsafeShutdowns: { before: 2, after: 2, stoodStill: true }, shown: sudden };
    expect(cutEvidence(cutSigns(same))).toBe("none");
  });

  it("ignores a counter of unsafe shutdowns that stays at 0", () => {
    for (const stoodStill of [true, false]) {
      const unsafeShutdowns = { before: 0, after: 0, stoodStill };
      expect(cutEvidence(cutSigns({ ...silent, unsafeShutdowns }))).toBe("none");
      expect(keptItsPower(cutSigns({ ...silent, unsafeShutdowns }))).toBe(false);
      const deed = { unsafeShutdowns, deed: "plug", computerRestarted: true } as const;
      expect(cutEvidence(cutSigns(deed))).toBe("person");
      const left = { by: "usb-power-on", lostPower: true } as const;
      expect(cutEvidence(cutSigns({ ...silent, unsafeShutdowns, shown: left }))).toBe("system");
    }
  });

  it("ignores a counter of unsafe shutdowns that was not stable before the cut or rose by more than one", () => {
    for (const unsafeShutdowns of [
      { before: 57, after: 58, stoodStill: false },
      { before: 57, after: 59, stoodStill: true },
      { before: 57, after: 60, stoodStill: true },
      { before: 83_000, after: 83_003, stoodStill: false },
    ]) {
      const shown = { by: "unsafe-shutdowns", lostPower: true } as const;
      expect(shownByCounter(unsafeShutdowns)).toBeNull();
      expect(cutEvidence(cutSigns({ ...silent, unsafeShutdowns }))).toBe("none");
      expect(cutEvidence(cutSigns({ ...silent, unsafeShutdowns, shown }))).toBe("none");
      expect(keptItsPower(cutSigns({ ...silent, unsafeShutdowns, shown }))).toBe(false);
      // Although the counter of unsafe shutdowns is ignored, the user's answer and other records of
      // the system still count.
      const deed = { unsafeShutdowns, deed: "plug", computerRestarted: true } as const;
      expect(cutEvidence(cutSigns(deed))).toBe("person");
      const sudden = { by: "kernel-power-41", lostPower: true } as const;
      expect(cutEvidence(cutSigns({ ...silent, unsafeShutdowns, shown: sudden }))).toBe("system");
    }
  });
});

it("keptItsPower() returns true if the counter of unsafe shutdowns stood still at 57, and false without any sign", () => {
  const same = { before: 57, after: 57, stoodStill: true };
  for (const deed of cutDeeds) {
    expect(keptItsPower(cutSigns({ deed, driveLost: true, unsafeShutdowns: same }))).toBe(true);
  }
  expect(keptItsPower(cutSigns(silent))).toBe(false);
});
