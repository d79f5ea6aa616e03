import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { assertChecksum } from "../../../scripts/setup/pinned-wheel.mjs";
import { foldersOfEach } from "../../helpers/folders";

const newFolder = foldersOfEach();

it("assertChecksum() removes a file whose checksum is not the pinned checksum", () => {
  const file = path.join(newFolder(), "download");
  writeFileSync(file, "genuine!");
  expect(() => assertChecksum(file, "0".repeat(64))).toThrow(/not the file this project knows/);
  expect(existsSync(file)).toBe(false);
});
