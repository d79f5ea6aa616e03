import { describe, expect, it } from "vitest";
import { hostError } from "#contract/drive-error";
import { errorInWords } from "#text/in-words";
import { DriveWatch } from "../../../electron/engine-host/drive-gone";
import type { Whereabouts } from "../../../electron/engine-host/held-folder";
import { DeviceEvidence } from "../../../electron/engine-host/readings/device-evidence";

const error = hostError("drive-error", [], {
  syscall: "fdatasync",
  osCode: 5,
  offset: 8192,
});
const gone = {
  ...error,
  code: "volume-gone",
  statements: [{ code: "error.drive-removed", params: { during: "commits" } }],
  during: "commits",
};

/** Evidence for which the system lists these devices, call by call; the last list is repeated. */
function evidenceOf(...looks: (readonly string[] | null)[]) {
  let look = 0;
  return new DeviceEvidence(
    { evidenceDevices: ["dm-0", "sdb"], followedDevices: [] },
    {
      read: () => Promise.reject(new Error("not asked for")),
      list: async () => {
        const names = looks[Math.min(look, looks.length - 1)];
        look += 1;
        if (!names) throw new Error("ENOENT /sys/block");
        return names;
      },
    },
  );
}

const all = ["dm-0", "sda", "sdb"];

/**
 * Watches a drive; `whereabouts` has the folder's answers, call by call, of which the last is
 * repeated.
 */
async function watchOver(
  evidence: DeviceEvidence,
  whereabouts: Whereabouts | Whereabouts[] = "here",
  platform: NodeJS.Platform = "linux",
) {
  const waits: number[] = [];
  const [...answers] = [whereabouts].flat();
  const folder = {
    whereabouts: async () => (answers.length > 1 ? answers.shift() : answers[0]) ?? "here",
  };
  const wait = async (ms: number) => waits.push(ms);
  const watch = await DriveWatch.begin(folder, evidence, wait, null, platform);
  watch.during = "commits";
  return { watch, waits };
}

describe("DriveWatch.explain()", () => {
  it('turns a drive error into "volume-gone" if the system no longer lists the drive at the third check', async () => {
    const { watch, waits } = await watchOver(evidenceOf(all, all, all, ["dm-0", "sda"]));
    const explained = await watch.explain(error);
    expect(explained).toEqual(gone);
    expect(errorInWords(explained).message).toBe(
      "The volume was removed or unmounted during the test of databases; nothing is said about it.",
    );
    expect(waits).toHaveLength(2);
  });

  it('turns a drive error into "volume-gone" if the folder\'s path leads to another volume', async () => {
    const { watch } = await watchOver(evidenceOf(null), "elsewhere");
    expect(await watch.explain(error)).toEqual(gone);
  });

  it('turns a drive error into "path-missing" if only the folder was moved', async () => {
    const { watch } = await watchOver(evidenceOf(all), "moved");
    const explained = await watch.explain(error);
    expect(explained).toMatchObject({ code: "path-missing", during: "commits" });
    expect(errorInWords(explained).message).toBe(
      "The folder was removed, moved or covered by another during the test of databases; that is no sign of a fault.",
    );
  });

  it.each([
    ["the system still lists the drive", evidenceOf(all)],
    ["the system has no list of drives", evidenceOf(null)],
    ["the list of drives can no longer be read", evidenceOf(all, null)],
    ["the system did not list the drive before", evidenceOf(["vda"])],
  ])("keeps a drive error if %s and the folder is still in its place", async (_, evidence) => {
    const { watch } = await watchOver(evidence);
    expect(await watch.explain(error)).toEqual({ ...error, during: "commits" });
  });
});

describe("DriveWatch.explain(), on macOS,", () => {
  const late: Whereabouts[] = ["here", "here", "elsewhere"];

  // Errors that the system may report for a removed drive, also while the test file is made: EBUSY,
  // EACCES, ENOTDIR and errors without a known cause.
  it.each([
    "drive-error",
    "access-blocked",
    "no-permission",
    "not-a-directory",
    "unclear",
  ] as const)(
    'turns %s into "volume-gone" if the system unmounts the volume a moment later',
    async (code) => {
      const { watch, waits } = await watchOver(evidenceOf(null), late, "darwin");
      expect(await watch.explain(hostError(code, []))).toMatchObject({ code: "volume-gone" });
      expect(waits).toEqual([200, 200]);
    },
  );

  it("returns the drive error and the running test if the volume is still there at the last of 15 checks", async () => {
    const { watch, waits } = await watchOver(evidenceOf(null), "here", "darwin");
    expect(await watch.explain(error)).toEqual({ ...error, during: "commits" });
    expect(waits).toHaveLength(14);
  });

  it('returns "volume-full" without waiting for the volume to disappear', async () => {
    const { watch, waits } = await watchOver(evidenceOf(null), late, "darwin");
    const full = hostError("volume-full", []); // a removed drive cannot be full
    expect(await watch.explain(full)).toMatchObject({ code: "volume-full" });
    expect(waits).toEqual([]);
  });
});

describe("DriveWatch.explain(), for errors other than a drive error,", () => {
  it.each(["access-blocked", "unclear"] as const)(
    "returns %s without waiting for the volume to disappear if the system has a list of drives",
    async (code) => {
      const { watch, waits } = await watchOver(evidenceOf(all), ["here", "elsewhere"]);
      expect(await watch.explain(hostError(code, []))).toMatchObject({ code });
      expect(waits).toEqual([]);
    },
  );

  it.each(["path-missing", "unclear", "internal", "volume-full"] as const)(
    'turns %s into "volume-gone" if the folder\'s path leads to another volume',
    async (code) => {
      const { watch } = await watchOver(evidenceOf(all), "elsewhere");
      const other = hostError(code, []);
      expect(await watch.explain(other)).toMatchObject({ code: "volume-gone" });
    },
  );

  it('returns "wrong-data" unchanged even if the folder\'s path leads to another volume', async () => {
    const { watch } = await watchOver(evidenceOf(all), "elsewhere");
    const wrong = hostError("wrong-data", []); // the drive returned data, so it was not removed
    expect(await watch.explain(wrong)).toBe(wrong);
  });

  it("adds the sentence about a removed volume if the system's own error reports a missing device", async () => {
    const { watch } = await watchOver(evidenceOf(all));
    const away = hostError("volume-gone", [], { osCode: 19 });
    expect(await watch.explain(away)).toMatchObject({
      statements: gone.statements,
      osCode: 19,
    });
  });
});
