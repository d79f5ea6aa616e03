import { createHmac, timingSafeEqual } from "node:crypto";
import type { FlushModeId } from "#contract/flush-mode";
import type { ModeNumber, SealedNumber } from "#contract/power-cut/witness";

/**
 * Sixteen consonants and five vowels without look-alikes make the eighty syllables of check words.
 */
const consonants = "bdfghjklmnprstvz";
const vowels = "aeiou";
const syllables = 3;
const sealBytes = 8;

export type Sealed = ModeNumber & Pick<SealedNumber, "elapsedNs" | "seal">;

/**
 * Creates and verifies the seals of one run. A restarted program has forgotten the numbers; a seal
 * tells a number that it once acknowledged from a typing error, a damaged file or a forgery. A seal
 * for machines has 64 bits; users type a check word, one of half a million.
 */
export class Sealer {
  /** `secret`: the seals' key in hex. */
  constructor(
    private readonly secret: string,
    private readonly runId: string,
  ) {}

  seal(mode: FlushModeId, number: number, elapsedNs: number): SealedNumber {
    return {
      number,
      elapsedNs,
      seal: this.sealOf(mode, number, elapsedNs),
      checkWord: this.checkWordOf(mode, number),
    };
  }

  isGenuine(sealed: Sealed): boolean {
    const expected = Buffer.from(this.sealOf(sealed.mode, sealed.number, sealed.elapsedNs));
    const given = Buffer.from(sealed.seal);
    return given.length === expected.length && timingSafeEqual(given, expected);
  }

  /**
   * Whether this is the number's check word. Ignores case, and spaces and hyphens, which phones
   * insert on their own.
   */
  isCheckWord(mode: FlushModeId, number: number, word: string): boolean {
    return word.toLowerCase().replace(/[\s-]+/g, "") === this.checkWordOf(mode, number);
  }

  private sealOf(mode: FlushModeId, number: number, elapsedNs: number): string {
    return this.digest("seal", mode, number, elapsedNs).toString("hex", 0, sealBytes);
  }

  /**
   * The check word that a user types with a number. It does not cover the time, which is not typed.
   */
  private checkWordOf(mode: FlushModeId, number: number): string {
    const digest = this.digest("word", mode, number);
    let word = "";
    for (let index = 0; index < syllables; index += 1) {
      const value = digest.readUInt16BE(2 * index);
      word += consonants.charAt(value % 16) + vowels.charAt((value >> 4) % 5);
    }
    return word;
  }

  private digest(...parts: readonly (string | number)[]): Buffer {
    return createHmac("sha256", Buffer.from(this.secret, "hex"))
      .update([this.runId, ...parts].join("\n"))
      .digest();
  }
}
