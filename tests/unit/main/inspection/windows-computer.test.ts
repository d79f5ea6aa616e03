import { describe, expect, it } from "vitest";
import {
  parseWindowsComputer,
  readWindowsComputer,
} from "../../../../electron/main/inspection/windows-computer";

/** The output of `reg query`, without the values that DriveProof does not read. */
const printed = (...values: (readonly [name: string, value: string])[]) =>
  [
    "",
    "HKEY_LOCAL_MACHINE\\HARDWARE\\DESCRIPTION\\System\\BIOS",
    "    BiosMajorRelease    REG_DWORD    0x1",
    ...values.map(([name, value]) => `    ${name}    REG_SZ    ${value}`),
    "",
  ].join("\r\n");

const thinkPad = printed(
  ["BIOSVendor", "LENOVO"],
  ["BIOSVersion", "N32ET75W (1.51 )"],
  ["SystemManufacturer", "LENOVO"],
  ["SystemProductName", "20XW005PGE"],
  ["SystemVersion", "ThinkPad X1 Carbon Gen 9"],
);

describe("the computer query of Windows", () => {
  it("runs reg.exe with a time limit, and returns the maker, product, version and firmware that it prints", async () => {
    const ran: string[][] = [];
    const computer = await readWindowsComputer({
      systemRoot: "C:\\Windows",
      run: async (file, args, { timeoutMs }) => {
        ran.push([file, ...args, String(timeoutMs > 0)]);
        return thinkPad;
      },
    });
    expect(ran).toEqual([
      [
        ...["C:\\Windows\\System32\\reg.exe", "query"],
        ...["HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS", "true"],
      ],
    ]);
    expect(computer).toEqual({
      maker: "LENOVO",
      product: "20XW005PGE",
      version: "ThinkPad X1 Carbon Gen 9",
      firmware: "LENOVO N32ET75W (1.51 )",
    });
  });

  it("yields empty strings for missing and undecodable values", () => {
    const nothing = { maker: "", product: "", version: "", firmware: "" };
    // Under Wine every value exists and is empty.
    const empty = printed(["SystemManufacturer", ""], ["SystemProductName", ""]);
    expect(parseWindowsComputer(empty)).toEqual(nothing);
    expect(parseWindowsComputer("")).toEqual(nothing);
    // U+FFFD stands for letters of another code page that were lost, so the name is left out.
    const garbled = printed(["SystemManufacturer", "W\uFFFDrtz"], ["SystemProductName", "W-1"]);
    expect(parseWindowsComputer(garbled)).toMatchObject({ maker: "", product: "W-1" });
  });
});
