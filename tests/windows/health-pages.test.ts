import { expect, it } from "vitest";
import { engine } from "../helpers/native-engine";

it("readHealthPages() returns empty pages for a device whose driver refuses every query", async () => {
  const { nvmeHealth, ataAttributes, writeCache, ...rest } =
    await engine.readHealthPages("\\\\.\\NUL");
  expect([...nvmeHealth, ...ataAttributes, ...writeCache]).toEqual([]);
  expect(rest).toEqual({ predictsFailure: null, temperatureCelsius: null });
});

it("readHealthPages() rejects with the system's error for a drive that does not exist", async () => {
  await expect(engine.readHealthPages("\\\\.\\PhysicalDrive999")).rejects.toMatchObject({
    code: "ERROR_FILE_NOT_FOUND",
    syscall: "CreateFileW",
  });
});
