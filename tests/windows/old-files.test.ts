import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { isOpenElsewhere } from "../../electron/engine-host/workloads/capacity/old-files";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { holdElsewhere } from "./windows-setting";

const directory = folderOfEach(makeTestDirectory);
const everything = 7;

it("isOpenElsewhere() returns true for a missing file and while another program has a file open, even if it shares it fully", async () => {
  const file = join(directory(), "old");
  writeFileSync(file, "old");
  expect(await isOpenElsewhere(file)).toBe(false);
  const { ended } = await holdElsewhere(file, everything, 800);
  expect(await isOpenElsewhere(file)).toBe(true);
  await ended;
  expect(await isOpenElsewhere(file)).toBe(false);
  expect(await isOpenElsewhere(`${file}-missing`)).toBe(true);
});
