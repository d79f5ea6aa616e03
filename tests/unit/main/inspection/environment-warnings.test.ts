import { describe, expect, it } from "vitest";
import {
  environmentWarnings,
  isTranslated,
  sampleOthersLoad,
} from "../../../../electron/main/inspection/environment-warnings";
import { hostWith } from "../../../helpers/host-access";

describe("sampleOthersLoad()", () => {
  const stat = (user: number, idle: number, ioWait: number, guestTime = 0) =>
    `cpu  ${user} 0 0 ${idle} ${ioWait} 0 0 0 ${guestTime} 0\ncpu0 1 1 1 1\n`;

  const load = (before: string, after: string, ownMs: readonly number[] = [0, 0]) => {
    const texts = [before, after];
    const own = [...ownMs];
    return sampleOthersLoad(
      hostWith("", {
        readFile: async () => texts.shift() ?? "",
        ownCpuMs: () => own.shift() ?? 0,
      }),
    );
  };

  it("returns the busy share of all processors without DriveProof's own share", async () => {
    // 100 ticks are a second: 60 busy, 30 idle, 10 waiting for a drive, which is idle too.
    expect(await load(stat(100, 100, 100), stat(160, 130, 110))).toBeCloseTo(0.6);
    expect(await load(stat(100, 100, 100), stat(160, 130, 110), [1000, 1200])).toBeCloseTo(0.4);
  });

  it("counts guest time, which is a part of user time, only once", async () => {
    expect(await load(stat(0, 0, 0, 0), stat(50, 50, 0, 50))).toBeCloseTo(0.5);
  });

  it("returns 0 if DriveProof's own time exceeds the busy time, and null if no time has elapsed or the times are unreadable", async () => {
    expect(await load(stat(0, 0, 0), stat(10, 90, 0), [0, 500])).toBe(0);
    expect(await load(stat(5, 5, 5), stat(5, 5, 5))).toBeNull();
    expect(await load("", "")).toBeNull();
    expect(await sampleOthersLoad(hostWith(""))).toBeNull();
  });

  it("returns the busy share of Node's processor times on macOS", async () => {
    const times = [
      { user: 0, sys: 0, idle: 0 },
      { user: 200, sys: 100, idle: 700 },
    ];
    const host = hostWith("", {
      platform: "darwin",
      cpus: () => [{ model: "x", times: times.shift() ?? {} }],
    });
    expect(await sampleOthersLoad(host)).toBeCloseTo(0.3);
  });
});

describe("environmentWarnings()", () => {
  const facts = {
    os: "linux",
    osVersion: "x",
    arch: "x64",
    cpuModel: null,
    virtualMachine: null,
    powerSource: "mains",
  } as const;
  const codes = async (powerSource: "mains" | "battery" | null, load: number | null) =>
    (await environmentWarnings({ ...facts, powerSource }, async () => load)).map(
      ({ code }) => code,
    );

  it("warns of battery power, and of other programs only if they use more than half of the processors", async () => {
    expect(await codes("mains", 0.5)).toEqual([]);
    expect(await codes(null, null)).toEqual([]);
    expect(await codes("battery", 0)).toEqual(["on-battery"]);
    expect(await codes("battery", 0.51)).toEqual(["on-battery", "busy-machine"]);
  });

  it("warns that a translator such as Rosetta runs the program only if the system confirms it", async () => {
    const told = (isTranslated: () => Promise<boolean | null>) =>
      environmentWarnings(facts, async () => 0, isTranslated);
    const [warning, ...others] = await told(async () => true);
    expect(warning?.code).toBe("translated");
    expect(others).toEqual([]);
    expect(await told(async () => false)).toEqual([]);
    expect(await told(async () => null)).toEqual([]);
    expect(await told(() => Promise.reject(new Error("no such value")))).toEqual([]);
  });

  it("states the load by other programs in the message", async () => {
    const [busy] = await environmentWarnings(facts, async () => 0.734);
    expect(busy?.message).toContain("73 %");
  });
});

it.each([
  ["darwin", "x64", "1\n", true],
  ["darwin", "x64", "0\n", false],
  ["darwin", "arm64", "1\n", null],
  ["linux", "x64", "1\n", null],
] as const)(
  "isTranslated(), on the system %s, processor %s and with sysctl's output %j, returns %j",
  async (platform, arch, printed, expected) => {
    const host = hostWith("", { platform, arch, run: async () => printed });
    expect(await isTranslated(host)).toBe(expected);
  },
);
