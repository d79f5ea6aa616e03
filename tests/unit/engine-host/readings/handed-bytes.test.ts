import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { handedBytes } from "../../../../electron/engine-host/readings/handed-bytes";

const io = `rchar: 323934931
wchar: 323929600
syscr: 632687
syscw: 632675
read_bytes: 0
write_bytes: 323932160
cancelled_write_bytes: 0
`;

describe("handedBytes()", () => {
  it("returns the bytes passed to write calls, not those that reached the drive", async () => {
    expect(await handedBytes(async () => io)).toBe(323_929_600);
  });

  it("returns null if the system does not count the bytes passed to write calls", async () => {
    expect(await handedBytes(async () => Promise.reject(new Error("ENOENT")))).toBeNull();
    expect(await handedBytes(async () => "rchar: 1\n")).toBeNull();
  });

  it("increases by at least the size of a file that this process writes", async (context) => {
    if (process.platform !== "linux") {
      console.warn("SKIPPED: counted writes (only Linux counts them)");
      return context.skip();
    }
    const folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-handed-"));
    const before = await handedBytes();
    writeFileSync(path.join(folder, "file"), Buffer.alloc(1_000_000));
    const after = await handedBytes();
    rmSync(folder, { recursive: true });
    expect((after ?? 0) - (before ?? 0)).toBeGreaterThanOrEqual(1_000_000);
  });
});
