// macOS' and Windows' containers for an icon's sizes. Both take PNG as it is.

/**
 * Names of the entries that hold a PNG of this edge, ordinary and "Retina" (half as many points):
 * https://en.wikipedia.org/wiki/Apple_Icon_Image_format
 * @type {Record<number, string[]>}
 */
const icnsTypes = {
  16: ["icp4"],
  32: ["icp5", "ic11"],
  64: ["ic12"],
  128: ["ic07"],
  256: ["ic08", "ic13"],
  512: ["ic09", "ic14"],
  1024: ["ic10"],
};

export const icnsSizes = Object.keys(icnsTypes).map(Number);

/** Windows shows an icon in these sizes; 256 is the largest in an ICO. */
export const icoSizes = [16, 24, 32, 48, 64, 128, 256];

/** The sizes that Linux desktops look for (hicolor theme). */
export const linuxSizes = [16, 24, 32, 48, 64, 128, 256, 512];

/**
 * @param {(size: number) => Buffer} png the picture with this edge, in pixels
 * @returns {Buffer} an .icns file
 */
export function icns(png) {
  const entries = icnsSizes.flatMap((size) =>
    (icnsTypes[size] ?? []).map((type) => {
      const picture = png(size);
      const head = Buffer.alloc(8);
      head.write(type, "latin1");
      head.writeUInt32BE(8 + picture.length, 4);
      return Buffer.concat([head, picture]);
    }),
  );
  const head = Buffer.alloc(8);
  head.write("icns", "latin1");
  head.writeUInt32BE(
    entries.reduce((sum, entry) => sum + entry.length, 8),
    4,
  );
  return Buffer.concat([head, ...entries]);
}

/**
 * @param {(size: number) => Buffer} png the picture with this edge, in pixels
 * @returns {Buffer} an .ico file: https://learn.microsoft.com/previous-versions/ms997538(v=msdn.10)
 */
export function ico(png) {
  const pictures = icoSizes.map(png);
  const head = Buffer.alloc(6 + 16 * pictures.length);
  head.writeUInt16LE(1, 2); // an icon, not a pointer
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length;
  for (const [index, picture] of pictures.entries()) {
    const at = 6 + 16 * index;
    const edge = icoSizes[index] ?? 0;
    head.writeUInt8(edge & 0xff, at); // 0 stands for 256
    head.writeUInt8(edge & 0xff, at + 1);
    head.writeUInt16LE(1, at + 4);
    head.writeUInt16LE(32, at + 6);
    head.writeUInt32LE(picture.length, at + 8);
    head.writeUInt32LE(offset, at + 12);
    offset += picture.length;
  }
  return Buffer.concat([head, ...pictures]);
}
