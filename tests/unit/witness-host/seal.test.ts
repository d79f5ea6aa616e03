import { describe, expect, it } from "vitest";
import { Sealer } from "../../../electron/witness-host/seal";

const sealer = new Sealer("7a".repeat(32), "run-1");

describe("the seal of an acknowledged number", () => {
  it("has the same value after a restart of the program", () => {
    expect(new Sealer("7a".repeat(32), "run-1").seal("fsync", 12_345, 7)).toEqual(
      sealer.seal("fsync", 12_345, 7),
    );
  });

  it("is valid only for the run, mode, number and time for which it was made", () => {
    const sealed = { mode: "fsync", ...sealer.seal("fsync", 12_345, 7) } as const;
    expect(sealer.isGenuine(sealed)).toBe(true);
    expect(sealer.isGenuine({ ...sealed, number: 12_346 })).toBe(false);
    expect(sealer.isGenuine({ ...sealed, elapsedNs: 8 })).toBe(false);
    expect(sealer.isGenuine({ ...sealed, mode: "none" })).toBe(false);
    expect(new Sealer("7a".repeat(32), "run-2").isGenuine(sealed)).toBe(false);
    expect(new Sealer("7b".repeat(32), "run-1").isGenuine(sealed)).toBe(false);
    expect(sealer.isGenuine({ ...sealed, seal: "" })).toBe(false);
    expect(sealer.isGenuine({ ...sealed, seal: `${sealed.seal}00` })).toBe(false);
  });
});

describe("the check word of an acknowledged number", () => {
  it("consists of six letters that form a pronounceable word", () => {
    for (let number = 1; number < 500; number += 1) {
      expect(sealer.seal("fsync", number, number * 3).checkWord).toMatch(
        /^([b-df-hj-np-tvz][aeiou]){3}$/,
      );
    }
  });

  it("is valid with the capital letter, spaces and hyphen that a phone inserts", () => {
    const { checkWord } = sealer.seal("fsync", 12_345, 7);
    const capital = checkWord.charAt(0).toUpperCase() + checkWord.slice(1);
    expect(sealer.isCheckWord("fsync", 12_345, ` ${capital} `)).toBe(true);
    expect(
      sealer.isCheckWord("fsync", 12_345, `${checkWord.slice(0, 2)}-${checkWord.slice(2)}`),
    ).toBe(true);
  });

  it("detects a wrong digit and two swapped adjacent digits in the number", () => {
    const number = 284_913;
    const { checkWord } = sealer.seal("fsync", number, 7);
    const digits = [...String(number)];
    const slips = new Set<number>();
    digits.forEach((digit, index) => {
      for (let other = 0; other < 10; other += 1) {
        slips.add(Number([...digits.slice(0, index), other, ...digits.slice(index + 1)].join("")));
      }
      const next = digits[index + 1];
      if (next !== undefined) {
        slips.add(
          Number([...digits.slice(0, index), next, digit, ...digits.slice(index + 2)].join("")),
        );
      }
    });
    slips.delete(number);
    expect(slips.size).toBeGreaterThan(50);
    for (const slip of slips) {
      expect(sealer.isCheckWord("fsync", slip, checkWord)).toBe(false);
    }
  });
});
