import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { isConstrained } from "../../../scripts/system/constrained-language.mjs";
import { deviceFlushes } from "../../../scripts/system/flush-trace.mjs";
import { isSignedForRelease, saysDamaged } from "../../../scripts/system/macos-package.mjs";
import { isBuiltWithZig, isCompilerName } from "../../../scripts/system/no-compiler.mjs";
import { systemParts } from "../../../scripts/system/parts.mjs";
import { settingsKey, unlike } from "../../../scripts/system/write-cache-setting.mjs";

const root = path.resolve(__dirname, "../../..");

describe("npm run test:system", () => {
  it("gives the reason for each of its tests that cannot run on this computer, and exits with a failure", () => {
    const elsewhere = systemParts.filter(({ why }) => why() !== null);
    const { stdout, status } = spawnSync(
      process.execPath,
      [path.join(root, "scripts", "run.mjs"), "system", ...elsewhere.map(({ name }) => name)],
      { encoding: "utf8" },
    );
    for (const { name, why } of elsewhere) {
      expect(stdout).toContain(`${name}: SKIPPED: ${why()}\n`);
    }
    expect([elsewhere.length > 0, status]).toEqual([true, 1]);
  });

  it("has exactly the tests that the workflow runs", () => {
    const workflow = readFileSync(path.join(root, ".github", "workflows", "systems.yml"), "utf8");
    const named = [...workflow.matchAll(/npm run test:system -- ([\w -]+)$/gm)].flatMap(
      ([, parts = ""]) => parts.split(" "),
    );
    expect(new Set(named)).toEqual(new Set(systemParts.map(({ name }) => name)));
  });
});

// An event written after the event schema and the documentation of tracerpt, not captured.
const event = (provider: string, id: number, disk: number) => `
<Event xmlns="http://schemas.microsoft.com/win/2004/08/events/event">
  <System><Provider Name="${provider}" Guid="{c7bde69a-e1e0-4177-b6ef-283ad1525271}" />
    <EventID>${id}</EventID><Version>0</Version></System>
  <EventData><Data Name="DiskNumber">       ${disk}</Data></EventData>
</Event>`;

describe("the flushes counted in a Windows event trace", () => {
  it("are those sent to the disks, without writes and without flushes of files", () => {
    const kernelDisk = "Microsoft-Windows-Kernel-Disk";
    const trace = [
      event(kernelDisk, 14, 2),
      event(kernelDisk, 14, 0),
      event(kernelDisk, 14, 2),
      event(kernelDisk, 11, 2),
      event("Microsoft-Windows-Kernel-File", 14, 2),
    ].join("");
    expect([...deviceFlushes(`<Events>${trace}</Events>`)]).toEqual([
      [2, 2],
      [0, 1],
    ]);
  });
});

describe("the check of the write-cache setting", () => {
  it("names the report and the verdict if they contradict the setting", () => {
    const report = (flushesTurnedOff: boolean | null, codes: string[]) => ({
      volume: { flushesTurnedOff },
      verdict: { findings: codes.map((code) => ({ code })) },
    });
    expect(unlike(report(true, ["barriers-off"]), true, "after")).toEqual([]);
    expect(unlike(report(null, []), false, "before")).toEqual([]);
    expect(unlike(report(true, []), true, "after")).toEqual(["after: the verdict lacks it"]);
    expect(unlike(report(false, []), true, "after")).toHaveLength(2);
    expect(unlike(report(true, ["barriers-off"]), false, "before")).toHaveLength(2);
  });
});

it("settingsKey() returns the registry key of a disk's settings", () => {
  expect(settingsKey("SCSI\\DISK&VEN_MSFT\\2&1F")).toBe(
    "HKLM\\SYSTEM\\CurrentControlSet\\Enum\\SCSI\\DISK&VEN_MSFT\\2&1F\\Device Parameters\\Disk",
  );
});

it("isSignedForRelease() accepts only a signature with a Developer ID", () => {
  expect(isSignedForRelease("Signature=adhoc\nTeamIdentifier=not set")).toBe(false);
  expect(isSignedForRelease("Authority=Apple Development: Ann (1A2B)")).toBe(false);
  expect(isSignedForRelease("Format=app\nAuthority=Developer ID Application: Ann (1A2B)")).toBe(
    true,
  );
});

it('saysDamaged() finds the whole word "damaged" in a log of the system, in lower and upper case', () => {
  expect(saysDamaged("CoreServicesUIAgent: “DriveProof” is damaged and can’t be opened.")).toBe(
    true,
  );
  expect(saysDamaged("syspolicyd: Damaged bundle: <private>")).toBe(true);
  expect(saysDamaged("syspolicyd: GK evaluateScanResult: 0, undamagedness 1")).toBe(false);
});

it("isConstrained() accepts only a shell whose mode is ConstrainedLanguage", () => {
  expect(isConstrained("ConstrainedLanguage\r\nDriveProof 0.1.0")).toBe(true);
  expect(isConstrained("FullLanguage\r\nno ConstrainedLanguage here")).toBe(false);
});

describe('the system test "no-compiler"', () => {
  it("hides every compiler and every make, whatever the prefix or version in the name", () => {
    const compilers = ["cc", "g++", "gcc-13", "x86_64-linux-gnu-g++-12", "clang-18", "make"];
    expect(compilers.filter((name) => !isCompilerName(name))).toEqual([]);
    expect(["cl.exe", "gcc.exe", "mingw32-make.exe"].filter(isCompilerName)).toHaveLength(3);
    const others = ["node", "python3", "cat", "makeinfo", "ccache-swig", "gcov", "clear"];
    expect(others.filter(isCompilerName)).toEqual([]);
  });

  it("accepts only an engine that set-up has built with zig", () => {
    const begun = "packages … done in 9 s\nengine (C++) … ";
    expect(
      isBuiltWithZig(`${begun}no compiler here, building, done in 2 min 5 s: with zig 0.15.2\n`),
    ).toBe(true);
    expect(isBuiltWithZig(`${begun}done in 50 s\n`)).toBe(false);
    expect(isBuiltWithZig(`${begun}failed\nwith zig 0.15.2`)).toBe(false);
  });
});
