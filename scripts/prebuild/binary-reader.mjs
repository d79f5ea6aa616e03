/**
 * The checked facts of a shared library, whatever its format.
 * @typedef {object} Binary
 * @property {"ELF" | "Mach-O" | "PE"} format
 * @property {string} arch as in process.arch; "machine 0x…" for others
 * @property {string[]} libraries names of the libraries it needs
 * @property {string[]} exports
 * @property {string[] | null} hostFunctions functions it expects of the running program; null: the
 *   file does not tell
 * @property {string} oldestSystem such as "glibc 2.17", "macOS 11.0", "Windows 6.0"
 * @property {string[]} problems what the system's own rules say against it
 */

/** Reads little-endian numbers and texts from a file. */
export class BinaryReader {
  /** @param {Buffer} bytes */
  constructor(bytes) {
    this.bytes = bytes;
  }

  /** @param {number} at */
  u16(at) {
    return this.bytes.readUInt16LE(at);
  }

  /** @param {number} at */
  u32(at) {
    return this.bytes.readUInt32LE(at);
  }

  /**
   * Offsets and sizes within a file are far below 2^53.
   * @param {number} at
   */
  u64(at) {
    return Number(this.bytes.readBigUInt64LE(at));
  }

  /**
   * The text ends before its NUL.
   * @param {number} at
   */
  text(at) {
    return this.bytes.toString("utf8", at, this.bytes.indexOf(0, at));
  }

  /**
   * A fixed field, padded with NULs.
   * @param {number} at
   * @param {number} length
   */
  field(at, length) {
    return this.bytes.toString("utf8", at, at + length).replace(/\0+$/, "");
  }

  /**
   * A number of variable length (ULEB128).
   * @param {number} at
   * @returns {{ value: number, end: number }}
   */
  uleb(at) {
    let value = 0;
    for (let shift = 1; ; shift *= 128) {
      const byte = this.bytes.readUInt8(at++);
      value += (byte & 0x7f) * shift;
      if (byte < 0x80) return { value, end: at };
    }
  }
}
