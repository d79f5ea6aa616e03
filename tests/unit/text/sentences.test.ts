import { afterEach, expect, it } from "vitest";
import { setLanguage } from "#text/language";
import { sentences } from "#text/sentences";

const said = sentences({
  figures:
    "{bytes, number, bytes} in {ns, number, duration}, {share, number, percent}, {saves, number}.",
  modes: "{mode}, then {safeMode}; {name}.",
  flag: "{isAgain, select, true {Again.} other {Once.}}",
});
const figures = { bytes: 2e9, ns: 1_300_000_000, share: 0.12, saves: 2000 };

afterEach(() => setLanguage("en"));

it("sentences print each number in the format that the sentence gives for it", () => {
  expect(said.figures(figures)).toBe("2\u00a0GB in 1.3\u00a0s, 12\u00a0%, 2\u202f000.");
});

it("sentences print a parameter for flush modes by the technical name of the mode, and other parameters unchanged", () => {
  const modes = { mode: "o_dsync", safeMode: "f_fullfsync", name: "o_dsync" } as const;
  expect(said.modes(modes)).toBe("O_DSYNC, then F_FULLFSYNC; o_dsync.");
});

it("sentences choose one of two words by a true-or-false parameter", () => {
  expect([said.flag({ isAgain: true }), said.flag({ isAgain: false })]).toEqual([
    "Again.",
    "Once.",
  ]);
});

it("sentences accent the words and units, but keep the numbers, in the pseudo-language", () => {
  setLanguage("en-XA");
  expect(said.figures(figures)).toBe("2\u00a0ĜƁ îñ 1.3\u00a0š, 12\u00a0%, 2\u202f000.");
});

it("sentences cause a compile error for a figure that is missing or of another type, and throw if it is missing or no flush mode", () => {
  // @ts-expect-error a number is missing
  expect(() => said.figures({ bytes: 1, ns: 1, share: 1 })).toThrow('"saves" was not provided');
  // @ts-expect-error no such flush mode
  expect(() => said.modes({ mode: "save", safeMode: "fsync", name: "" })).toThrow(TypeError);
  // @ts-expect-error a flag is no text
  said.flag({ isAgain: "true" });
});
