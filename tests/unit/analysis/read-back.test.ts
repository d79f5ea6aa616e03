import { describe, expect, it } from "vitest";
import { readBackFrom } from "#analysis/read-back";

const mebibyte = 1 << 20;

describe("readBackFrom()", () => {
  it.each([
    ["drive", "all of the data", 64, 64],
    ["drive", "nine tenths of the data", 100, 90],
    ["elsewhere", "a little less than nine tenths of the data", 1000, 899],
    ["elsewhere", "5.2 of 64 MiB, as below a loop device", 64, 5.2],
    ["elsewhere", "nothing", 64, 0],
  ] as const)('returns "%s" if the disks delivered %s', (expected, _, read, delivered) => {
    expect(
      readBackFrom({
        aroundCache: true,
        bytesRead: read * mebibyte,
        deviceReadBytes: Math.floor(delivered * mebibyte),
      }),
    ).toBe(expected);
  });

  it('returns "not-known" if the bytes that the disks delivered or the bytes that were read are not known', () => {
    const told = { aroundCache: true, bytesRead: 64 * mebibyte, deviceReadBytes: null };
    expect(readBackFrom(told)).toBe("not-known");
    expect(readBackFrom({ ...told, bytesRead: null })).toBe("not-known");
  });

  it('returns "not-known" when the system\'s cache may have answered or nothing was read', () => {
    const all = { aroundCache: true, bytesRead: mebibyte, deviceReadBytes: mebibyte };
    expect(readBackFrom({ ...all, aroundCache: false })).toBe("not-known");
    expect(readBackFrom({ ...all, bytesRead: 0, deviceReadBytes: 0 })).toBe("not-known");
  });
});
