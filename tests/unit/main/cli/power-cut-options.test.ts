import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { DriveFault } from "#contract/drive-error";
import { newPowerCutState } from "#contract/power-cut/state";
import { parseCommandLine } from "../../../../electron/main/cli/command-line";
import {
  confirmedBy,
  type PowerCutLine,
  readWitness,
} from "../../../../electron/main/cli/power-cut-options";
import { folderOfEach } from "../../../helpers/folders";
import { powerCutPlan } from "../../../helpers/sample-power-cut-test";

const parse = (line: string) => parseCommandLine(line.split(" "), "/here", "linux");
const usage = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    return error instanceof DriveFault ? error.driveError : null;
  }
  return null;
};

describe("parseCommandLine()", () => {
  it('returns the current folder and no time limit for "--plug-test start" alone', () => {
    expect(parse("--plug-test start")).toEqual({
      kind: "plug-test",
      action: "start",
      path: "/here",
      allowNetwork: false,
      allowUnknownSpace: false,
      modes: null,
      seconds: null,
      wait: false,
      acknowledged: null,
      deed: null,
      outputs: { paper: "A4", withSerial: true, json: null, csv: null, pdf: null },
    });
  });

  it("accepts the options for the files of the report with --plug-test finish", () => {
    const line =
      "--plug-test finish --acknowledged f --json - --csv t.csv --pdf r.pdf --paper Letter";
    expect(parse(line)).toMatchObject({
      outputs: { json: "-", csv: "t.csv", pdf: "r.pdf", paper: "Letter" },
    });
  });

  it("accepts --modes, --seconds and --wait with --plug-test start, and --acknowledged and --cut with --plug-test finish", () => {
    expect(
      parse("--plug-test start --path d --modes fsync,none --seconds 2.5 --wait"),
    ).toMatchObject({ path: "d", modes: ["fsync", "none"], seconds: 2.5, wait: true });
    expect(parse("--plug-test finish --acknowledged f --cut cable")).toMatchObject({
      action: "finish",
      acknowledged: "f",
      deed: "cable",
    });
  });

  it.each([
    ["--plug-test start --json f", /has a report once it is finished/],
    ["--plug-test pull", /--plug-test cannot be "pull"/],
    ["--plug-test start --modes f_fullfsync", /--modes cannot be "f_fullfsync"; it is one of none/],
    ["--modes fsync,f_fullfsync", /--modes cannot be "f_fullfsync"; it is one of none/],
    ["--plug-test start --modes fsink", /--modes cannot be "fsink"/],
    ["--plug-test finish --cut scissors", /--cut cannot be "scissors"; it is one of plug/],
    ["--plug-test start --seconds soon", /--seconds cannot be "soon"/],
    ["--plug-test start --seconds 0", /--seconds cannot be "0"/],
    ["--plug-test start --seconds -1", /seconds/],
    // Without --plug-test an inspection would write to the drive that is to be read back.
    ["--path d --acknowledged f --cut plug", /--acknowledged, --cut belong to --plug-test/],
    ["--seconds 3 --tests flush", /--seconds belongs to --plug-test/],
    ["--plug-test start --profile smoke --pace 3", /start does not take --profile, --pace\./],
    ["--plug-test start --cut plug", /start does not take --cut\./],
    ["--plug-test finish --acknowledged f --modes none", /finish does not take --modes\./],
    ["--plug-test remove --wait", /remove does not take --wait\./],
  ])('refuses "%s" as wrong usage', (line, message) => {
    const error = usage(() => parse(line));
    expect(error?.code).toBe("usage");
    expect(error?.message).toMatch(message);
  });
});

describe("confirmedBy()", () => {
  it("returns the time that a witness confirmed, from a number or from a line of its log", () => {
    expect(confirmedBy("123456")).toBe(123456);
    expect(confirmedBy('{"type":"acknowledged","numbers":[],"elapsedNs":70}\r')).toBe(70);
  });

  it.each(["", "soon", "-5", "1e9", "{}", '{"type":"state"}', "12345678901234567890"])(
    "returns null for any other line: %s",
    (line) => expect(confirmedBy(line)).toBeNull(),
  );
});

describe("readWitness", () => {
  const folder = folderOfEach();
  let file: string;
  beforeEach(() => {
    file = join(folder(), "lines.jsonl");
  });

  const state = newPowerCutState(powerCutPlan);
  const lines: PowerCutLine[] = [
    { type: "state", state },
    { type: "state", state: { ...state, stage: "writing" } },
    { type: "acknowledged", numbers: [{ mode: "fsync", number: 3 }], elapsedNs: 100 },
    { type: "acknowledged", numbers: [{ mode: "fsync", number: 7 }], elapsedNs: 200 },
  ];
  const text = lines.map((line) => `${JSON.stringify(line)}\n`).join("");

  it("returns the last state and the last acknowledged numbers in a witness file", async () => {
    writeFileSync(file, text);
    expect(await readWitness(file)).toEqual({
      state: { ...state, stage: "writing" },
      acknowledged: { numbers: [{ mode: "fsync", number: 7 }], elapsedNs: 200 },
    });
  });

  it("ignores a last line that the power cut truncated", async () => {
    writeFileSync(file, `${text}{"type":"acknowledged","numbers":[{"mode":"fsync","number":9`);
    expect((await readWitness(file)).acknowledged.elapsedNs).toBe(200);
  });

  it("accepts numbers typed as mode=number in place of a file, and leaves out a 0", async () => {
    expect(await readWitness("fsync=812,none=0,o_dsync=5")).toEqual({
      state: null,
      acknowledged: {
        numbers: [
          { mode: "fsync", number: 812 },
          { mode: "o_dsync", number: 5 },
        ],
        elapsedNs: null,
      },
    });
  });

  it.each([
    ["a file that is not there", "missing.jsonl", /cannot be read/],
    ["a mode that does not exist", "fsink=3", /fsink/],
  ])("refuses %s", async (_, argument, message) => {
    const path = argument.includes("=") ? argument : join(folder(), argument);
    await expect(readWitness(path)).rejects.toMatchObject({
      driveError: { code: "usage", message: expect.stringMatching(message) },
    });
  });

  it("refuses lines that do not belong to a plug test instead of ignoring them", async () => {
    for (const line of ["hello", "{}", '{"type":"acknowledged","numbers":[{"mode":"fsync"}]}']) {
      writeFileSync(file, `${text}${line}\n`);
      await expect(readWitness(file)).rejects.toMatchObject({ driveError: { code: "usage" } });
    }
  });
});
