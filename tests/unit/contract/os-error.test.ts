import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { type OsErrorClass, osErrorClass } from "#contract/os-error";

/** The errors of each class, repeated here on purpose. */
const expected: Partial<Record<OsErrorClass, string>> = {
  medium:
    "EIO EREMOTEIO ENODATA EILSEQ ETIMEDOUT EDEVERR ERROR_CRC ERROR_IO_DEVICE ERROR_SECTOR_NOT_FOUND ERROR_WRITE_FAULT ERROR_READ_FAULT ERROR_SEM_TIMEOUT ERROR_ADAP_HDW_ERR ERROR_LOST_WRITEBEHIND_DATA ERROR_LOST_WRITEBEHIND_DATA_LOCAL_DISK_ERROR",
  gone: "ENODEV ENXIO ENOTCONN EPWROFF ERROR_NOT_READY ERROR_NO_SUCH_DEVICE ERROR_DEVICE_NOT_CONNECTED",
  space: "ENOSPC ERROR_DISK_FULL ERROR_HANDLE_DISK_FULL ERROR_DISK_RESOURCES_EXHAUSTED",
  quota: "EDQUOT EFBIG ERROR_DISK_QUOTA_EXCEEDED ERROR_FILE_TOO_LARGE",
  limit:
    "EMFILE ENFILE EAGAIN ENOMEM EINTR ENOLCK ERROR_TOO_MANY_OPEN_FILES ERROR_NO_SYSTEM_RESOURCES",
  access:
    "EACCES EPERM EBUSY ETXTBSY ERROR_ACCESS_DENIED ERROR_SHARING_VIOLATION ERROR_LOCK_VIOLATION ERROR_DELETE_PENDING ERROR_UNABLE_TO_REMOVE_REPLACED",
  reserved: "EBADE",
  missing: "ENOENT ERROR_FILE_NOT_FOUND ERROR_PATH_NOT_FOUND ESTALE ERROR_FILE_INVALID",
  damaged: "EUCLEAN EBADMSG ERROR_FILE_CORRUPT ERROR_DISK_CORRUPT",
  unknown: "EPIPE EBADF ERROR_OPERATION_ABORTED EPROTO SQLITE_IOERR_WRITE MDBX_PANIC 5 ",
};

it.each(
  Object.entries(expected).flatMap(([one, names]) =>
    names.split(" ").map((name): [string, string] => [name, one]),
  ),
)("osErrorClass(%j) returns %j", (name, one) => {
  expect(osErrorClass(name)).toBe(one);
});

/** The engine's C++ has tables of error names, which must contain the same errors. */
describe("the engine's C++ code", () => {
  const source = (file: string) => readFileSync(join(process.cwd(), file), "utf8");
  const namesIn = (text: string, name: RegExp) => [...text.matchAll(name)].map(([found]) => found);
  /** The text from the start of a function or table to its end. */
  const bodyOf = (text: string, start: string) =>
    text.slice(text.indexOf(start)).split(/\n\}|[)}];\n/)[0] ?? "";
  const systems = [
    ["Windows", "windows_errors", /\bERROR_[A-Z_]+\b/g],
    ["POSIX", "posix_common", /\bE[A-Z0-9]+\b/g],
  ] as const;

  it.each(systems)("names each %s error that osErrorClass() classifies", (_system, file, name) => {
    const classified = source("electron/contract/os-error.ts").matchAll(/"([A-Z_0-9]+)"/g);
    const text = source(`native/src/platform/${file}.cpp`);
    const known = new Set(namesIn(bodyOf(text, "kErrorNames"), name));
    const wanted = [...classified].flatMap(([, one = ""]) =>
      one.match(name)?.[0] === one ? [one] : [],
    );
    expect(wanted.length).toBeGreaterThan(30);
    expect(wanted.filter((one) => !known.has(one))).toEqual([]);
  });

  it.each(systems)(
    'counts each %s error with the class "medium", "damaged" or "gone" as a failure of the drive',
    (_system, file, name) => {
      const text = source(`native/src/platform/${file}.cpp`);
      const starts = text.includes("kDriveFailures{")
        ? ["kDriveFailures{"]
        : ["bool is_read_failure", "bool is_drive_failure"];
      const counted = new Set(starts.flatMap((start) => namesIn(bodyOf(text, start), name)));
      const ofDrive = namesIn(bodyOf(text, "kErrorNames"), name).filter((one) =>
        ["medium", "damaged", "gone"].includes(osErrorClass(one)),
      );
      expect(ofDrive.length).toBeGreaterThan(8);
      expect(ofDrive.filter((one) => !counted.has(one))).toEqual([]);
    },
  );
});
