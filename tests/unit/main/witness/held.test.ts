import { describe, expect, it } from "vitest";
import type { ModeNumber } from "#contract/power-cut/witness";
import { ConfirmedUpTo } from "../../../../electron/main/witness/confirmed";

const numbers = (none: number, fsync: number): ModeNumber[] => [
  { mode: "none", number: none },
  { mode: "fsync", number: fsync },
];
const held = (none: number, fsync: number) =>
  numbers(none, fsync).map((number) => ({ ...number, elapsedNs: 1 }));

describe("ConfirmedUpTo", () => {
  it("returns the time of the newest message of which the witness holds every number", () => {
    const confirmed = new ConfirmedUpTo();
    confirmed.sent(10, numbers(1, 1));
    confirmed.sent(20, numbers(1, 2));
    confirmed.sent(30, numbers(2, 2));
    expect(confirmed.heard([])).toBe(0);
    expect(confirmed.heard(held(1, 2))).toBe(20);
    // Only one of the two modes has a higher number, so the time that is confirmed for both stays.
    expect(confirmed.heard(held(1, 9))).toBe(20);
    expect(confirmed.heard(held(2, 9))).toBe(30);
  });

  it("never returns an earlier time, and takes a higher number as confirmation of all lower numbers", () => {
    const confirmed = new ConfirmedUpTo();
    confirmed.sent(10, numbers(1, 1));
    confirmed.sent(20, numbers(5, 5));
    expect(confirmed.heard(held(9, 9))).toBe(20);
    expect(confirmed.heard(held(1, 1))).toBe(20);
  });

  it("keeps the confirmed time if the witness names a message that is no longer remembered", () => {
    const confirmed = new ConfirmedUpTo();
    for (let sent = 1; sent <= 5000; sent += 1) {
      confirmed.sent(sent, numbers(sent, sent));
    }
    expect(confirmed.heard(held(4500, 4500))).toBe(4500);
    // A number that was dropped from memory is confirmed only with the next higher one in memory.
    expect(confirmed.heard(held(4499, 4499))).toBe(4500);
  });
});
