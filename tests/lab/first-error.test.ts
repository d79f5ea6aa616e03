import { describe, expect, it } from "vitest";
import { reportOf, startInspect } from "../helpers/inspect-process";
import { build, type FileSystem } from "./fixture/build";
import { inLaboratory } from "./fixture/in-laboratory";

/** The test that is run, and the number of its flush that fails: while files are made, or later. */
const moments = [
  ["flush", 8],
  ["flush", 30],
  ["chunked", 30],
  ["buffer", 8],
  ["commits", 30],
  ["documents", 30],
  ["parallel", 30],
  ["capacity", 3],
] as const;
const mountOptions: Partial<Record<FileSystem, string>> = { ext4: "errors=remount-ro" };

const title = "if one flush of a simulated drive fails,";
inLaboratory(title, (laboratory) => {
  describe.each(["ext4", "btrfs", "xfs"] as const)("on %s,", (fileSystem) => {
    it.concurrent.each(moments)(
      "an inspection with the test %s reports a drive error and the failed call (failed flush: number %i)",
      async (test, flush) => {
        await laboratory().withFolder(`${fileSystem}-${test}-${flush}`, async (folder) => {
          const options = mountOptions[fileSystem];
          const { mountPoint, simulated } = await build(laboratory(), folder, {
            medium: "simulated",
            visible: true,
            fileSystem,
            mebibytes: 512,
            ...(options === undefined ? {} : { mountOptions: options }),
          });
          simulated?.arm([`fail-flush ${flush}`]);
          const args = ["--profile", "smoke", "--tests", test, "--json", "-"];
          const end = await startInspect([...args, "--path", mountPoint]).ended;
          expect(simulated?.truth().failedCalls).toBe(1);
          const { error, verdict } = reportOf(end);
          expect({ code: error?.code, exitCode: end.code }, end.stderr).toEqual({
            code: "drive-error",
            exitCode: 4,
          });
          expect(error?.syscall).toMatch(/^(fsync|fdatasync|pwrite|sqlite3_|mdbx_)/);
          expect(verdict.findings.map(({ code }) => code)).toContain("drive-error");
        });
      },
    );
  });
});
