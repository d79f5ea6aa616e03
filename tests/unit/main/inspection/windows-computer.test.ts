import { describe, expect, it } from "vitest";
import {
  parseWindowsComputer,
  WindowsComputerReader,
} from "../../../../electron/main/inspection/windows-computer";
import { NotAnswering } from "../../../../electron/main/volumes/time-limit";

/** What Windows says of the computer: each PowerShell takes a second or more of a slow one. */

const answer = JSON.stringify({
  product: { Vendor: "LENOVO", Name: "20XW005PGE", Version: "ThinkPad X1 Carbon Gen 9" },
  firmware: { Version: "LENOVO - 1540", SMBIOSBIOSVersion: "N32ET75W" },
  hypervisor: false,
  batteries: [1],
});
const known = {
  maker: "LENOVO",
  product: "20XW005PGE",
  version: "ThinkPad X1 Carbon Gen 9",
  firmware: "LENOVO - 1540 N32ET75W",
  hypervisorPresent: false,
  batteries: [1],
};

function readerOf(reply: () => Promise<string>) {
  const ran: { file: string; timeoutMs: number; withoutVariable: string | undefined }[] = [];
  const reader = new WindowsComputerReader({
    systemRoot: "C:\\Windows",
    run: (file, _args, { timeoutMs, withoutVariable }) => {
      ran.push({ file, timeoutMs, withoutVariable });
      return reply();
    },
  });
  return { reader, ran };
}

describe("the computer as Windows describes it", () => {
  it("is asked for in one PowerShell, once for as long as the program runs", async () => {
    const { reader, ran } = readerOf(async () => `\uFEFF${answer}\r\n`);
    expect(await Promise.all([reader.read(), reader.read()])).toEqual([known, known]);
    expect(await reader.read()).toEqual(known);
    expect(ran).toEqual([
      {
        file: "C:\\Windows\\System32\\WindowsPowerShell\\v1.0\\powershell.exe",
        timeoutMs: expect.any(Number),
        withoutVariable: "PSModulePath",
      },
    ]);
  });

  it("is not asked for again where the PowerShell was ended at its limit", async () => {
    const { reader, ran } = readerOf(() => Promise.reject(new NotAnswering(1)));
    await expect(reader.read()).rejects.toThrow(NotAnswering);
    await expect(reader.read()).rejects.toThrow(NotAnswering);
    expect(ran).toHaveLength(1);
  });

  it("is known as far as Windows knows it", () => {
    const nothing = '{"product":null,"firmware":null,"hypervisor":null,"batteries":null}';
    const unknown = { maker: "", product: "", version: "", firmware: "" };
    expect(parseWindowsComputer(nothing)).toEqual({
      ...{ ...unknown, hypervisorPresent: null, batteries: [] },
    });
    expect(parseWindowsComputer('{"batteries":2}').batteries).toEqual([2]);
    expect(() => parseWindowsComputer("Access denied")).toThrow();
  });
});
