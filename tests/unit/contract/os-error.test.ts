import { describe, expect, it } from "vitest";
import { type OsErrorClass, osErrorClass } from "#contract/os-error";

/** Written out a second time on purpose: what each number speaks of. */
const expected: Partial<Record<OsErrorClass, string>> = {
  medium:
    "EIO EREMOTEIO ENODATA EILSEQ ETIMEDOUT ERROR_CRC ERROR_IO_DEVICE ERROR_SECTOR_NOT_FOUND ERROR_WRITE_FAULT ERROR_READ_FAULT ERROR_SEM_TIMEOUT",
  gone: "ENODEV ENXIO ENOTCONN ERROR_NOT_READY ERROR_NO_SUCH_DEVICE ERROR_DEVICE_NOT_CONNECTED",
  space: "ENOSPC ERROR_DISK_FULL ERROR_HANDLE_DISK_FULL",
  quota: "EDQUOT EFBIG ERROR_DISK_QUOTA_EXCEEDED ERROR_FILE_TOO_LARGE",
  limit:
    "EMFILE ENFILE EAGAIN ENOMEM EINTR ENOLCK ERROR_TOO_MANY_OPEN_FILES ERROR_NO_SYSTEM_RESOURCES",
  access:
    "EACCES EPERM EBUSY ETXTBSY ERROR_ACCESS_DENIED ERROR_SHARING_VIOLATION ERROR_LOCK_VIOLATION ERROR_DELETE_PENDING",
  missing: "ENOENT ERROR_FILE_NOT_FOUND ERROR_PATH_NOT_FOUND ESTALE ERROR_FILE_INVALID",
  damaged: "EUCLEAN EBADMSG ERROR_FILE_CORRUPT ERROR_DISK_CORRUPT",
  unknown: "EPIPE EBADF ERROR_OPERATION_ABORTED EPROTO SQLITE_IOERR_WRITE MDBX_PANIC 5 ",
};

describe("osErrorClass()", () => {
  it.each(
    Object.entries(expected).flatMap(([one, names]) =>
      names.split(" ").map((name): [string, string] => [name, one]),
    ),
  )("classifies %s as %s", (name, one) => {
    expect(osErrorClass(name)).toBe(one);
  });
});
