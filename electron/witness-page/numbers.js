/** @typedef {import("#contract/power-cut/witness").PageFrame} PageFrame */
/** @typedef {import("#contract/power-cut/witness").SealedNumber} SealedNumber */
/** @typedef {SealedNumber & { mode: string, label: string }} HeldNumber */

/**
 * The numbers this page holds, the highest per mode, stored before they are shown or confirmed.
 * They stay in the browser under the address of this one test.
 */
class HeldNumbers {
  /**
   * @param {() => Storage} openStorage throws if the browser forbids storage
   * @param {string} key
   */
  constructor(openStorage, key) {
    this.openStorage = openStorage;
    this.key = key;
    /** Whether the numbers survive a reload. */
    this.stored = true;
    /** The mode written last; kept when the connection is lost. @type {string | null} */
    this.current = null;
    /** @type {HeldNumber[]} in the order of the test */
    this.all = [];
    this.read();
    this.write();
  }

  /**
   * Stores the numbers in the frame that are higher than those held.
   * @param {PageFrame} frame
   */
  take(frame) {
    let changed = false;
    for (const { mode, label, last } of frame.modes) {
      const known = this.of(mode);
      if (last !== null && (known === undefined || last.number > known.number)) {
        const held = Object.assign({ mode, label }, last);
        if (known === undefined) {
          this.all.push(held);
        } else {
          this.all[this.all.indexOf(known)] = held;
        }
        changed = true;
      }
    }
    if (frame.current !== null && frame.current !== this.current) {
      this.current = frame.current;
      changed = true;
    }
    if (changed) {
      this.write();
    }
  }

  /** @param {string} mode */
  of(mode) {
    return this.all.find((held) => held.mode === mode);
  }

  /**
   * The modes whose stored number is higher than the one that the computer has received.
   * @param {PageFrame} frame
   */
  unknownTo(frame) {
    return frame.modes.filter(({ mode, received }) => {
      const held = this.of(mode);
      return held !== undefined && held.number > received;
    });
  }

  /** Everything that is stored. */
  claim() {
    return {
      keeps: this.stored ? "storage" : "memory",
      numbers: this.all.map(({ mode, number, elapsedNs, seal }) => {
        return { mode, number, elapsedNs, seal };
      }),
    };
  }

  read() {
    try {
      const text = this.openStorage().getItem(this.key);
      const kept = text === null ? null : JSON.parse(text);
      if (kept !== null && Array.isArray(kept.all)) {
        this.all = kept.all;
        this.current = kept.current;
      }
    } catch (_error) {
      // The browser forbids storage, or the entry is not this page's; `write` finds out which.
      this.all = [];
    }
  }

  write() {
    try {
      const storage = this.openStorage();
      const text = JSON.stringify({ all: this.all, current: this.current });
      storage.setItem(this.key, text);
      this.stored = storage.getItem(this.key) === text;
    } catch (_error) {
      this.stored = false;
    }
  }
}
