import { describe, expect, it } from "vitest";
import { variantLabel } from "../../../../../electron/text/workloads/commits";
import { shortSettings } from "../../../../../renderer/src/workloads/commits/words";

describe("variantLabel", () => {
  it("names the engine and how it keeps its journal, and says which one flushes fully", () => {
    expect(variantLabel("append-log", "log")).toBe("Plain log file");
    expect(variantLabel("mdbx", "mdbx")).toBe("libmdbx");
    expect(variantLabel("sqlite", "wal")).toBe("SQLite, write-ahead log");
    expect(variantLabel("sqlite", "rollback-fullfsync")).toBe(
      "SQLite, rollback journal, full flush",
    );
  });

  it("does not swallow a variant it does not know", () => {
    expect(variantLabel("sqlite", "shadow")).toBe("SQLite, shadow");
  });
});

describe("shortSettings", () => {
  it("leaves out what the settings come down to", () => {
    expect(shortSettings("journal_mode=WAL, synchronous=FULL: fdatasync(fd)")).toBe(
      "journal_mode=WAL, synchronous=FULL",
    );
    expect(shortSettings("pwrite + fdatasync(fd)")).toBe("pwrite + fdatasync(fd)");
  });
});
