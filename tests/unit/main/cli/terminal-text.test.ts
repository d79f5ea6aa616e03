import { Writable } from "node:stream";
import { describe, expect, it } from "vitest";
import { printable } from "#contract/shown-text";
import { deliverReport } from "../../../../electron/main/cli/deliver-report";
import { printableJson } from "../../../../electron/main/cli/terminal-text";
import { sampleReport } from "../../../helpers/sample-report";
import { runCommand } from "./run-command";

/**
 * A text with escape sequences that erase the line and rename the window, with CSI as a single
 * character, and with characters that reverse the text's direction.
 */
const hostile = "a\x1b[2Kb\x07c\x9b31md\u202eexe.txt\u2066e\tf\r\ng\u2028h\x7fi\u0000j\ud800";
const spelled =
  "a\\x1b[2Kb\\x07c\\x9b31md\\u202eexe.txt\\u2066e\\tf\\r\\ng\\u2028h\\x7fi\\x00j\\ud800";
const obeyed = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/u;

/** A stream that keeps what is written to it. */
class Paper extends Writable {
  text = "";

  override _write(piece: Buffer, _encoding: string, done: () => void): void {
    this.text += piece.toString();
    done();
  }
}

describe("escaping for a terminal", () => {
  it("replaces control characters and keeps emoji and the letters of Latin, Chinese, Hebrew and Arabic", () => {
    expect(printable(hostile)).toBe(spelled);
    for (const name of [
      "Müllers Stick",
      "数据",
      "נתונים",
      "بيانات",
      "👩‍👩‍👧",
      "C:\\Users\\x1b",
      "– ▆ ▸",
    ]) {
      expect(printable(name)).toBe(name);
    }
  });

  it("replaces control characters in JSON in such a way that it still parses to the same value", () => {
    const value = { [hostile.slice(0, -1)]: ["x\u009dy", "\u2029"] };
    const text = printableJson(`${JSON.stringify(value, null, 2)}\n`);
    expect(JSON.parse(text)).toEqual(value);
    expect(text.replaceAll("\n", "")).not.toMatch(obeyed);
  });

  it("prevents control characters in a drive's name, a path or an error from reaching the terminal", async () => {
    const report = sampleReport();
    const { volume, flushModes } = report;
    const evil = {
      ...report,
      volume: { ...volume, mountPoint: hostile, drive: { ...volume.drive, model: hostile } },
      warnings: [{ code: "x", message: hostile }],
      flushModes: flushModes.map((mode) => ({
        ...mode,
        iops: null,
        rounds: [],
        status: "unavailable" as const,
        reason: hostile,
      })),
      verdict: { ...report.verdict, headline: hostile },
    };
    for (const outputs of [
      { json: null, csv: null, pdf: null },
      { json: "-", csv: "-", pdf: null },
    ]) {
      const stdout = Object.assign(new Paper(), { isTTY: true });
      const stderr = new Paper();
      const print = async () => new Uint8Array();
      await deliverReport(
        evil,
        { paper: "A4", withSerial: true, ...outputs },
        { stdout, stderr, print },
      );
      const said = `${stdout.text}${stderr.text}`;
      expect(said).toContain(spelled);
      expect(said.replaceAll(/\r?\n/g, "")).not.toMatch(obeyed);
    }
  });

  it("leaves control characters in the CSV unchanged if standard output is not a terminal", async () => {
    const report = sampleReport();
    const [first] = report.flushModes;
    const evil = first && { ...report, flushModes: [{ ...first, rounds: [], reason: "x\x1by" }] };
    const stdout = new Paper();
    await deliverReport(
      evil ?? report,
      { paper: "A4", withSerial: true, json: null, csv: "-", pdf: null },
      { stdout, stderr: new Paper(), print: async () => new Uint8Array() },
    );
    expect(stdout.text).toContain("x\x1by");
  });

  it("applies to an argument with control characters in the message that refuses it", async () => {
    const stderr = new Paper();
    const { code } = runCommand(["--profile", hostile], { stderr });
    expect(await code).toBe(2);
    const said = stderr.text;
    expect(said).toContain(spelled);
    expect(said.trimEnd()).not.toMatch(obeyed);
  });
});
