import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { removeDatabaseLeftovers } from "../../../electron/main/database-leftovers";

const runId = "0b6f0e3e-5d0c-4a53-8f5b-7e9f0a1b2c3d";
let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), "driveproof-leftovers-"));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

function place(folder: string, ...files: string[]): string {
  mkdirSync(join(directory, folder));
  for (const file of files) {
    writeFileSync(join(directory, folder, file), "x");
  }
  return join(directory, folder);
}

describe("removeDatabaseLeftovers()", () => {
  it("removes the databases of this run and leaves everything else", async () => {
    const sqlite = ["records.db", "records.db-wal", "records.db-shm"];
    place(`.driveproof-${runId}-1.db`, ...sqlite, "records.db-journal");
    place(`.driveproof-${runId}-12.db`, "records.mdbx", "records.mdbx-lck");
    place(`.driveproof-${runId}-13.db`);
    place(".driveproof-another-1.db", "records.log");
    place("photos", "records.db");
    expect(await removeDatabaseLeftovers(directory, runId)).toEqual([]);
    expect(readdirSync(directory).sort()).toEqual([".driveproof-another-1.db", "photos"]);
    expect(readdirSync(join(directory, "photos"))).toEqual(["records.db"]);
  });

  it("keeps what someone else put into one, and names the folder", async () => {
    const folder = place(`.driveproof-${runId}-1.db`, "records.log", "precious.txt");
    expect(await removeDatabaseLeftovers(directory, runId)).toEqual([folder]);
    expect(readdirSync(folder)).toEqual(["precious.txt"]);
  });

  it("says nothing of a drive that is gone", async () => {
    rmSync(directory, { recursive: true });
    expect(await removeDatabaseLeftovers(directory, runId)).toEqual([]);
    expect(existsSync(directory)).toBe(false);
  });
});
