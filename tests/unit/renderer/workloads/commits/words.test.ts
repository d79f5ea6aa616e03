import { describe, expect, it } from "vitest";
import { databaseLabel } from "#text/workloads/commits";
import { shortSettings } from "../../../../../renderer/src/workloads/commits/panels";

describe("databaseLabel()", () => {
  it("names the engine and, if they apply, its journal mode and the full flush", () => {
    expect(databaseLabel({ engine: "append-log", variant: "log" })).toBe("Plain log file");
    expect(databaseLabel({ engine: "mdbx", variant: "mdbx" })).toBe("libmdbx");
    expect(databaseLabel({ engine: "sqlite", variant: "wal" })).toBe("SQLite (write-ahead log)");
    expect(databaseLabel({ engine: "sqlite", variant: "rollback-fullfsync" })).toBe(
      "SQLite (rollback journal, full flush)",
    );
  });

  it("puts the name of an unknown variant in brackets", () => {
    expect(databaseLabel({ engine: "sqlite", variant: "shadow" })).toBe("SQLite (shadow)");
  });
});

describe("shortSettings()", () => {
  it("omits the system call if database settings precede it", () => {
    expect(shortSettings("journal_mode=WAL, synchronous=FULL: fdatasync(fd)")).toBe(
      "journal_mode=WAL, synchronous=FULL",
    );
    expect(shortSettings("pwrite + fdatasync(fd)")).toBe("pwrite + fdatasync(fd)");
  });
});
