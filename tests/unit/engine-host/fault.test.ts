import { describe, expect, it } from "vitest";
import { driveErrorOf, isRefusal } from "../../../electron/engine-host/fault";
import { eio } from "../../helpers/fake-session";

const fault = (code: string, syscall = "sqlite3_step(COMMIT)") => ({ ...eio, code, syscall });

describe("what a database reports", () => {
  it.each([
    ["SQLITE_IOERR_FSYNC", "drive-error"],
    ["SQLITE_IOERR_WRITE", "drive-error"],
    // SQLite's word for a file it could not read: damage of another kind than wrong data.
    ["SQLITE_IOERR_CORRUPTFS", "drive-error"],
    ["SQLITE_FULL", "volume-full"],
    ["SQLITE_CORRUPT", "wrong-data"],
    ["MDBX_CORRUPTED", "wrong-data"],
    ["SQLITE_BUSY", "internal"],
    ["MDBX_MAP_FULL", "internal"],
    ["ENOMEM", "internal"],
    ["EIO", "drive-error"],
    ["ENOSPC", "volume-full"],
    ["ENODEV", "volume-gone"],
    ["ERROR_NO_SUCH_DEVICE", "volume-gone"],
    ["ERROR_DEVICE_NOT_CONNECTED", "volume-gone"],
    ["ERROR_HANDLE_DISK_FULL", "volume-full"],
    ["ERROR_IO_DEVICE", "drive-error"],
  ])("%s while it was measured is %s", (code, expected) => {
    const error = driveErrorOf(fault(code), "measuring");
    expect(error.code).toBe(expected);
    expect(error.message).toContain(`sqlite3_step(COMMIT) at byte 8192: ${code}`);
  });

  it("blames the drive for nothing it has nothing to do with", () => {
    for (const code of ["SQLITE_BUSY", "MDBX_MAP_FULL", "ENOMEM"]) {
      expect(driveErrorOf(fault(code), "measuring").message).toContain("nothing about the drive");
    }
  });
});

describe("isRefusal", () => {
  it("is true of what is not to be had here, and of no error of the drive", () => {
    expect(isRefusal(fault("ENOTSUP", "F_FULLFSYNC"))).toBe(true);
    expect(isRefusal(fault("SETTING_REFUSED", "PRAGMA journal_mode=WAL"))).toBe(true);
    expect(isRefusal(fault("ENODEV", "mdbx_env_open"))).toBe(true);
    // libmdbx under Wine.
    expect(isRefusal(fault("ERROR_NOT_CAPABLE", "mdbx_env_open"))).toBe(true);
    for (const code of ["ENODEV", "EIO", "ENOSPC", "EROFS", "EACCES", "SQLITE_IOERR", "ESTALE"]) {
      expect(isRefusal(fault(code))).toBe(false);
    }
  });
});
