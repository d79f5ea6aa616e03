import { readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renamePatiently } from "../../../../electron/main/files/durable-write";
import { endFailingCalls, renameFails } from "../../../helpers/failing-fs";
import { folderOfEach } from "../../../helpers/folders";

const folder = folderOfEach();
beforeEach(() => {
  writeFileSync(path.join(folder(), "from"), "x");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => {
  endFailingCalls();
  vi.useRealTimers();
});

/** The error code of renamePatiently() after `ms`; `null` while it still tries. */
async function endAfter(ms: number, platform: NodeJS.Platform): Promise<string | null> {
  let end: string | null = null;
  renamePatiently(path.join(folder(), "from"), path.join(folder(), "to"), platform).catch(
    (error: NodeJS.ErrnoException) => {
      end = error.code ?? "";
    },
  );
  await vi.advanceTimersByTimeAsync(ms);
  // The rejection needs some turns of the event loop to arrive.
  for (let turn = 0; turn < 100 && end === null; turn += 1) {
    await new Promise((resolve) => setImmediate(resolve));
  }
  return end;
}

describe("renamePatiently()", () => {
  it.each(["EPERM", "EACCES", "EBUSY"])(
    "retries a rename that fails with %s for two seconds on Windows, and then fails",
    async (code) => {
      renameFails(code);
      expect(await endAfter(1900, "win32")).toBeNull();
      expect(await endAfter(2000, "win32")).toBe(code);
      expect(readdirSync(folder())).toEqual(["from"]);
    },
  );

  it("succeeds on Windows after twenty attempts that failed with EPERM", async () => {
    renameFails("EPERM", 20);
    const renamed = renamePatiently(
      path.join(folder(), "from"),
      path.join(folder(), "to"),
      "win32",
    );
    await vi.advanceTimersByTimeAsync(2000);
    await renamed; // the rename itself takes real time
    expect(readdirSync(folder())).toEqual(["to"]);
  });

  it("fails at once for another error, and on Linux", async () => {
    renameFails("ENOSPC");
    expect(await endAfter(0, "win32")).toBe("ENOSPC");
    renameFails("EACCES");
    expect(await endAfter(0, "linux")).toBe("EACCES");
  });
});
