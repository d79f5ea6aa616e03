import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { renamePatiently } from "../../../../electron/main/files/durable-write";
import { endFailingRename, renameFails } from "../../../helpers/failing-rename";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-rename-"));
  writeFileSync(path.join(folder, "from"), "x");
  vi.useFakeTimers({ toFake: ["setTimeout"] });
});
afterEach(() => {
  endFailingRename();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

/** Begins, and lets so much time pass; the rename itself takes its own, which nobody fakes. */
async function begun(ms: number, platform: NodeJS.Platform) {
  const ended = { itHas: false };
  const end = renamePatiently(path.join(folder, "from"), path.join(folder, "to"), platform).then(
    () => "renamed",
    (error: NodeJS.ErrnoException) => error.code,
  );
  void end.then(() => {
    ended.itHas = true;
  });
  await vi.advanceTimersByTimeAsync(ms);
  return { end, ended };
}

async function endAfter(ms: number, platform: NodeJS.Platform): Promise<string | undefined> {
  return (await begun(ms, platform)).end;
}

describe("a renaming that is refused because a scanner holds the file", () => {
  it.each(["EPERM", "EACCES", "EBUSY"])(
    "is tried again on Windows for two seconds (%s)",
    async (code) => {
      renameFails(code);
      expect((await begun(1900, "win32")).ended.itHas).toBe(false);
      expect(await endAfter(2000, "win32")).toBe(code);
      expect(readdirSync(folder)).toEqual(["from"]);
    },
  );

  it("succeeds once the file is let go", async () => {
    renameFails("EPERM", 20);
    expect(await endAfter(2000, "win32")).toBe("renamed");
    expect(readdirSync(folder)).toEqual(["to"]);
  });

  it("is told at once where it is no such thing, and on other systems", async () => {
    renameFails("ENOSPC");
    expect(await endAfter(0, "win32")).toBe("ENOSPC");
    renameFails("EACCES");
    expect(await endAfter(0, "linux")).toBe("EACCES");
  });
});
