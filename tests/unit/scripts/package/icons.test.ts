import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import {
  icns,
  icnsSizes,
  ico,
  icoSizes,
  linuxSizes,
} from "../../../../scripts/package/icon-files.mjs";

const assets = path.resolve(__dirname, "../../../../assets");
const icon = (name: string) => readFileSync(path.join(assets, "icons", name));

/** Width and height of a PNG, from its first chunk. */
function edges(png: Buffer): number[] {
  expect(png.toString("latin1", 1, 4)).toBe("PNG");
  return [png.readUInt32BE(16), png.readUInt32BE(20)];
}

describe("the icons", () => {
  it("were drawn from the current icon.svg", () => {
    const drawing = readFileSync(path.join(assets, "icon.svg"));
    const hash = createHash("sha256").update(drawing).digest("hex");
    expect(icon("drawn-from.txt").toString()).toBe(`assets/icon.svg ${hash}\n`);
  });

  it("exist for Linux in every size, in files named after their sizes", () => {
    expect(readdirSync(path.join(assets, "icons", "linux")).sort()).toEqual(
      linuxSizes.map((size) => `${size}x${size}.png`).sort(),
    );
    for (const size of linuxSizes) {
      expect(edges(icon(path.join("linux", `${size}x${size}.png`)))).toEqual([size, size]);
    }
  });

  it("exist for Windows in every size in icoSizes, from 16 to 256 pixels", () => {
    const file = icon("icon.ico");
    const count = file.readUInt16LE(4);
    const found = Array.from({ length: count }, (_, index) => {
      const at = 6 + 16 * index;
      const offset = file.readUInt32LE(at + 12);
      return edges(file.subarray(offset, offset + file.readUInt32LE(at + 8)))[0];
    });
    expect(found).toEqual(icoSizes);
    expect([Math.min(...icoSizes), Math.max(...icoSizes)]).toEqual([16, 256]);
  });

  it("exist for macOS up to 1024 pixels", () => {
    const file = icon("icon.icns");
    expect(file.readUInt32BE(4)).toBe(file.length);
    const found = new Map<string, number>();
    for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4)) {
      found.set(file.toString("latin1", at, at + 4), edges(file.subarray(at + 8))[0] ?? 0);
    }
    expect(new Set(found.values())).toEqual(new Set(icnsSizes));
    // "ic10" has 512 points on a Retina display, which are 1024 pixels.
    expect(found.get("ic10")).toBe(1024);
    expect(found.get("ic11")).toBe(32);
  });
});

describe("ico() and icns()", () => {
  const picture = (size: number) => Buffer.alloc(10, size & 0xff);

  it("store pictures whole, at the offsets in the .ico header and after the .icns headers", () => {
    const windows = ico(picture);
    for (const [index, size] of icoSizes.entries()) {
      const offset = windows.readUInt32LE(6 + 16 * index + 12);
      expect(windows.subarray(offset, offset + 10)).toEqual(picture(size));
      expect(windows.readUInt8(6 + 16 * index)).toBe(size === 256 ? 0 : size);
    }
    const mac = icns(picture);
    expect(mac.readUInt32BE(4)).toBe(mac.length);
    expect(mac.subarray(16, 26)).toEqual(picture(16));
  });
});
