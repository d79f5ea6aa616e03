import { describe, expect, it } from "vitest";
import { errorInWords } from "#text/in-words";
import { hostErrorOf, isRefusal, refusalOf } from "../../../electron/engine-host/fault";
import { eio } from "../../helpers/fake-session";

const fault = (code: string, syscall = "sqlite3_step(COMMIT)") => ({ ...eio, code, syscall });

const wordedErrorOf = (one: Parameters<typeof hostErrorOf>[0]) =>
  errorInWords(hostErrorOf(one, "measuring"));

/**
 * Error codes of the system, each with the code that DriveProof gives it whichever call reports it.
 */
const systemErrors: readonly (readonly [code: string, becomes: string])[] = [
  ["ENOMEM", "system-limit"],
  ["EMFILE", "system-limit"],
  ["EAGAIN", "system-limit"],
  ["EFBIG", "quota-reached"],
  ["EDQUOT", "quota-reached"],
  ["EACCES", "access-blocked"],
  ["ERROR_SHARING_VIOLATION", "access-blocked"],
  ["ERROR_ACCESS_DENIED", "access-blocked"],
  ["ERROR_LOCK_VIOLATION", "access-blocked"],
  ["EBADE", "access-blocked"],
  ["EROFS", "read-only"],
  ["EPIPE", "unclear"],
  ["EINVAL", "unclear"],
  ["EUCLEAN", "unclear"],
  ["ERROR 4711", "unclear"],
  ["EIO", "drive-error"],
  ["EREMOTEIO", "drive-error"],
  ["ERROR_IO_DEVICE", "drive-error"],
  ["ENOSPC", "volume-full"],
  ["ERROR_HANDLE_DISK_FULL", "volume-full"],
  ["ENODEV", "volume-gone"],
  ["ERROR_NO_SUCH_DEVICE", "volume-gone"],
  ["ERROR_DEVICE_NOT_CONNECTED", "volume-gone"],
];

describe("the error of a database call", () => {
  it.each<readonly [string, string]>([
    // A database's own code does not tell the cause if the system's error number is missing.
    ["SQLITE_IOERR_FSYNC", "unclear"],
    ["SQLITE_CANTOPEN", "unclear"],
    ["SQLITE_FULL", "volume-full"],
    ["SQLITE_CORRUPT", "wrong-data"],
    ["MDBX_CORRUPTED", "wrong-data"],
    ["SQLITE_BUSY", "access-blocked"],
    ["MDBX_MAP_FULL", "internal"],
    ...systemErrors,
  ])(
    "with the code %s during a measurement becomes %s, and its message names the call and the byte",
    (code, expected) => {
      const error = wordedErrorOf(fault(code));
      expect(error.code).toBe(expected);
      expect(error.message).toContain(`sqlite3_step(COMMIT) at byte 8192: ${code}`);
    },
  );

  it.each(systemErrors)(
    "that SQLite reports because of the system error %s has the code %s, and advises a copy of the files only if the drive failed",
    (systemCode, expected) => {
      for (const code of ["SQLITE_IOERR_WRITE", "SQLITE_IOERR_CORRUPTFS", "SQLITE_CANTOPEN"]) {
        const error = wordedErrorOf({ ...fault(code), systemCode });
        expect(error.code).toBe(expected);
        expect(error.message.includes("Copy what is here")).toBe(expected === "drive-error");
      }
    },
  );

  it.each([
    ["EIO", "drive-error"],
    ["EUCLEAN", "unclear"],
    ["EBADMSG", "unclear"],
    ["EBADE", "access-blocked"],
    ["ENODEV", "volume-gone"],
    ["ENOTCONN", "volume-gone"],
    ["ESTALE", "path-missing"],
    ["ERROR_FILE_CORRUPT", "unclear"],
    // A read-only volume does not explain damaged files.
    ["EROFS", "wrong-data"],
  ])("about damaged files has, after the system error %s, the code %s", (systemCode, expected) => {
    for (const code of ["SQLITE_CORRUPT", "SQLITE_NOTADB", "MDBX_CORRUPTED"]) {
      expect(wordedErrorOf({ ...fault(code), systemCode }).code).toBe(expected);
    }
  });

  it("about a damaged file system says that it is not known whether the drive is to blame", () => {
    for (const one of [
      fault("EUCLEAN"),
      { ...fault("SQLITE_IOERR_READ"), systemCode: "EBADMSG" },
    ]) {
      const { message } = wordedErrorOf(one);
      expect(message).toContain("The file system on this volume is damaged; whether the drive");
      expect(message).not.toContain("does not say where it comes from");
    }
  });

  it.each(["preparing", "measuring"] as const)(
    "says that another computer has reserved the drive if the system's error is EBADE (%s)",
    (moment) => {
      const error = hostErrorOf(fault("EBADE"), moment);
      expect(error.code).toBe("access-blocked");
      expect(errorInWords(error).message).toMatch(/another computer has reserved this drive/);
    },
  );

  it("says that it is no sign of a faulty drive if its cause is not the drive", () => {
    for (const code of ["SQLITE_BUSY", "MDBX_MAP_FULL", "ENOMEM", "EFBIG", "ESTALE"]) {
      expect(wordedErrorOf(fault(code)).message).toContain("no sign of a fault");
    }
  });
});

describe("the error about a refused folder", () => {
  const refused = (code: string, platform: NodeJS.Platform, syscall = "openat") =>
    errorInWords(hostErrorOf(fault(code, syscall), "preparing", platform));

  it("names Windows' controlled folder access for a missing file that was to be created, but not for a missing folder or earlier file", () => {
    const error = refused("ERROR_FILE_NOT_FOUND", "win32");
    expect(error.code).toBe("no-permission");
    expect(error.message).toContain("Controlled folder access");
    // If the folder itself is missing, Windows reports another error.
    expect(refused("ERROR_PATH_NOT_FOUND", "win32").code).toBe("path-missing");
    // The test file was there before and has been removed since.
    const later = hostErrorOf(fault("ERROR_FILE_NOT_FOUND", "ReadFile"), "measuring", "win32");
    expect(later.code).toBe("path-missing");
    const database = { ...fault("SQLITE_CANTOPEN"), systemCode: "ERROR_FILE_NOT_FOUND" };
    expect(hostErrorOf(database, "preparing", "win32").code).toBe("no-permission");
  });

  it("names the privacy settings for EPERM on macOS, but the missing right to write for EACCES or on Linux", () => {
    const error = refused("EPERM", "darwin");
    expect(error.code).toBe("no-permission");
    expect(error.message).toContain("Privacy & Security → Files and Folders");
    for (const [code, platform] of [
      ["EACCES", "darwin"],
      ["EPERM", "linux"],
    ] as const) {
      expect(refused(code, platform).message).toContain("You may not write in this folder");
    }
  });
});

it("the error of a folder that the system refuses to open says that the person may not see its content", () => {
  const error = errorInWords(hostErrorOf(fault("EACCES", "open"), "preparing", "linux"));
  expect(error.code).toBe("no-permission");
  expect(error.message).toContain("You may not see what is in this folder");
  expect(error.message).not.toContain("write");
});

describe("running out of space during a measurement", () => {
  // ext4 has a fixed number of files and may refuse another one although much space is free.
  it.each([
    ["openat", "no-space", "takes no more files"],
    ["mkdirat", "no-space", "takes no more files"],
    ["CreateFileW", "no-space", "takes no more files"],
    ["pwrite", "volume-full", "no room is left"],
    ["fdatasync", "volume-full", "no room is left"],
  ])("gives the error of the call %s the code %s", (syscall, code, words) => {
    const error = wordedErrorOf(fault("ENOSPC", syscall));
    expect(error.code).toBe(code);
    expect(error.message).toContain(words);
  });
});

describe("the error of a volume that cannot be written to while a file is prepared", () => {
  const codeOfSentence = (syscall: string) =>
    hostErrorOf(fault("EROFS", syscall), "preparing").statements.map(({ code }) => code);

  it.each(["pwrite", "fsync", "fdatasync", "fallocate", "ftruncate", "WriteFile"])(
    "says that the volume became read-only if the call %s failed, which needs a file open for writing",
    (syscall) => {
      expect(codeOfSentence(syscall)).toEqual(["error.became-read-only"]);
    },
  );

  it.each(["open", "openat", "mkdirat", "CreateFileW", "unlinkat", "mdbx_env_open"])(
    "says that the volume is read-only, and not that it became read-only, if the call %s failed",
    (syscall) => {
      expect(codeOfSentence(syscall)).toEqual(["error.read-only"]);
    },
  );
});

it("refusalOf() returns a refusal, but rethrows an error of the file system, the drive or this program", () => {
  const rejected = (code: string) => Object.assign(new Error(code), fault(code, "pwrite"));
  expect(refusalOf(rejected("EINVAL"))).toMatchObject({ systemCall: "pwrite" });
  for (const code of ["EUCLEAN", "EBADMSG", "EIO"]) {
    expect(() => refusalOf(rejected(code))).toThrow("Input/output error");
  }
  const ownFault = new TypeError("writeBytes must be a number");
  expect(() => refusalOf(ownFault)).toThrow(ownFault);
});

describe("isRefusal()", () => {
  it("returns true for an unsupported feature and false for an error of the drive, the volume or its permissions", () => {
    expect(isRefusal(fault("ENOTSUP", "F_FULLFSYNC"))).toBe(true);
    expect(isRefusal(fault("SETTING_REFUSED", "PRAGMA journal_mode=WAL"))).toBe(true);
    expect(isRefusal(fault("ENODEV", "mdbx_env_open"))).toBe(true);
    // This error comes from libmdbx under Wine.
    expect(isRefusal(fault("ERROR_NOT_CAPABLE", "mdbx_env_open"))).toBe(true);
    for (const code of ["ENODEV", "EIO", "ENOSPC", "EROFS", "EACCES", "SQLITE_IOERR", "ESTALE"]) {
      expect(isRefusal(fault(code))).toBe(false);
    }
  });
});
