import { describe, expect, it } from "vitest";
import { DriveFault, exitCodeOf } from "../../../electron/contract/drive-error";
import { testNames } from "../../../electron/contract/run-plan";
import { parseCommandLine } from "../../../electron/main/command-line";

const parse = (...argv: string[]) => parseCommandLine(argv, "/here");

describe("parseCommandLine", () => {
  it("inspects the current folder with the quick profile by default", () => {
    expect(parse()).toMatchObject({
      kind: "inspect",
      path: "/here",
      plan: { profile: "quick", tests: [...testNames], flush: { modes: null } },
      allowNetwork: false,
      json: null,
      csv: null,
      pdf: null,
    });
  });

  it("takes every option", () => {
    const options = parse(
      ..."--path d --profile smoke --tests flush --modes fsync,none --json - --csv c --pdf p --paper Letter --allow-network".split(
        " ",
      ),
    );
    expect(options).toMatchObject({
      path: "d",
      plan: { profile: "smoke", flush: { modes: ["fsync", "none"] } },
      json: "-",
      csv: "c",
      pdf: "p",
      paper: "Letter",
      allowNetwork: true,
    });
  });

  it("knows help and version", () => {
    expect(parse("--help")).toEqual({ kind: "help" });
    expect(parse("--version")).toEqual({ kind: "version" });
  });

  it.each([
    [["--nonsense"], /nonsense/],
    [["--profile", "heroic"], /"heroic".*smoke, quick, standard, thorough/],
    [["--tests", "flush,dance"], /"dance"/],
    [["--modes", "fsink"], /"fsink"/],
    [["--json", "-", "--csv", "-"], /standard output/],
    [["--pdf", "-"], /PDF/],
    [["stray"], /stray/],
    [["--path"], /path/],
  ])("refuses %j with a sentence and exit code 2", (argv, sentence) => {
    let fault: unknown;
    try {
      parseCommandLine(argv, "/here");
    } catch (error) {
      fault = error;
    }
    expect(fault).toBeInstanceOf(DriveFault);
    const { code, message } = (fault as DriveFault).driveError;
    expect(exitCodeOf(code)).toBe(2);
    expect(message).toMatch(sentence);
    expect(message).toMatch(/--help\.$/);
  });
});
