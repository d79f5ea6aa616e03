import { createHash } from "node:crypto";
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { assertChecksum } from "../../../scripts/setup/pinned-wheel.mjs";
import { foldersOfEach } from "../../helpers/folders";

const newFolder = foldersOfEach();

describe("assertChecksum()", () => {
  it("accepts the pinned content and keeps the file", () => {
    const file = path.join(newFolder(), "download");
    writeFileSync(file, "genuine");
    assertChecksum(file, createHash("sha256").update("genuine").digest("hex"));
    expect(existsSync(file)).toBe(true);
  });

  it("rejects other content and removes the file", () => {
    const file = path.join(newFolder(), "download");
    writeFileSync(file, "genuine!");
    const pinned = createHash("sha256").update("genuine").digest("hex");
    expect(() => assertChecksum(file, pinned)).toThrow(/not the file this project knows/);
    expect(existsSync(file)).toBe(false);
  });
});
