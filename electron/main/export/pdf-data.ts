import { createHash } from "node:crypto";
import { deflateSync } from "node:zlib";

/**
 * Adds to Chromium's PDF a title, a language and an attachment, as an incremental update (ISO
 * 32000-1, 7.5.6), which leaves every printed byte unchanged.
 */

export interface PdfData {
  readonly title: string;
  /** Language tag of the text, such as `en-GB`. */
  readonly language: string;
  readonly creator: string;
  readonly file: { readonly name: string; readonly content: string };
}

interface Printed {
  readonly text: string;
  readonly xrefAt: number;
  readonly size: number;
  readonly root: number;
  readonly info: number | null;
}

/**
 * Returns the PDF with the data. Throws an `Error` if the PDF does not have the structure that
 * Chromium produces.
 */
export function withData(pdf: Uint8Array, data: PdfData): Uint8Array {
  const printed = read(pdf);
  const { size, root } = printed;
  const info = printed.info ?? size + 2;
  const [content, file] = [size, size + 1];
  const objects = new Map<number, Buffer>([
    [root, object(root, catalogWith(printed, data, file))],
    [info, object(info, infoOf(printed, data))],
    [content, embedded(content, data.file.content)],
    [file, object(file, fileSpecification(data.file.name, content))],
  ]);
  const newSize = Math.max(size, info + 1, file + 1);
  return Buffer.concat([pdf, update(pdf.length, objects, printed, { newSize, info })]);
}

function read(pdf: Uint8Array): Printed {
  const text = Buffer.from(pdf).toString("latin1");
  const xrefAt = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(text)?.[1] ?? Number.NaN);
  const end = text.slice(xrefAt);
  const trailer = /^xref\s[\s\S]*\strailer\s*<<([\s\S]*)>>/.exec(end)?.[1];
  const numberOf = (pattern: RegExp) => {
    const found = pattern.exec(trailer ?? "")?.[1];
    return found === undefined ? null : Number(found);
  };
  const size = numberOf(/\/Size\s+(\d+)/);
  const root = numberOf(/\/Root\s+(\d+)\s+0\s+R/);
  if (size === null || root === null) {
    throw new Error("the printed PDF has no table of objects where one is expected");
  }
  return { text, xrefAt, size, root, info: numberOf(/\/Info\s+(\d+)\s+0\s+R/) };
}

/** The text of an object between `obj` and `endobj`; only for objects without a stream. */
function bodyOf({ text, xrefAt }: Printed, number: number): string {
  const [, first = "0", rows = ""] =
    /^xref\s+(\d+)\s+\d+\s+((?:\d{10} \d{5} [fn]\s+)+)/.exec(text.slice(xrefAt)) ?? [];
  const at = Number(rows.match(/\d{10} \d{5} [fn]/g)?.[number - Number(first)]?.slice(0, 10));
  const body = new RegExp(`^${number} 0 obj\\s*(<<[\\s\\S]*?>>)\\s*endobj`).exec(text.slice(at));
  if (body?.[1] === undefined) {
    throw new Error(`the printed PDF has no object ${number} where one is expected`);
  }
  return body[1];
}

function catalogWith(printed: Printed, { language, file: { name } }: PdfData, file: number) {
  const catalog = bodyOf(printed, printed.root);
  if (/\/(Names|AF)\b/.test(catalog)) {
    throw new Error("the printed PDF has attachments already");
  }
  const kept = catalog
    .replace(/\/Lang\s*(\([^()]*\)|<[0-9A-Fa-f]*>)/, "")
    .replace(/\/ViewerPreferences\s*<<[^<>]*>>/, "")
    .replace(/>>$/, "");
  return [
    kept,
    `/Lang ${string(language)}`,
    "/ViewerPreferences <</DisplayDocTitle true>>",
    `/Names <</EmbeddedFiles <</Names [${string(name)} ${file} 0 R]>>>>`,
    `/AF [${file} 0 R]>>`,
  ].join("\n");
}

/** Replaces the info dictionary in which Chromium names itself and the system as the creator. */
function infoOf(printed: Printed, { title, creator }: PdfData): string {
  const old = printed.info === null ? "" : bodyOf(printed, printed.info);
  const kept = ["Producer", "CreationDate", "ModDate"].flatMap(
    (name) => new RegExp(`/${name}\\s*\\([^()]*\\)`).exec(old)?.[0] ?? [],
  );
  return ["<<", `/Title ${string(title)}`, `/Creator ${string(creator)}`, ...kept, ">>"].join("\n");
}

function embedded(number: number, content: string): Buffer {
  const bytes = Buffer.from(content);
  const packed = deflateSync(bytes);
  // The PDF format wants MD5 against accidental damage; the page shows the SHA-256.
  const sum = createHash("md5").update(bytes).digest("hex");
  const head = `${number} 0 obj
<</Type /EmbeddedFile /Subtype /application#2Fjson
/Params <</Size ${bytes.length} /CheckSum <${sum}>>>
/Filter /FlateDecode /Length ${packed.length}>> stream
`;
  return Buffer.concat([Buffer.from(head), packed, Buffer.from("\nendstream\nendobj\n")]);
}

function fileSpecification(name: string, content: number): string {
  return `<</Type /Filespec /F ${string(name)} /UF ${string(name)} /AFRelationship /Data
/EF <</F ${content} 0 R /UF ${content} 0 R>>>>`;
}

/** A UTF-16 string with a byte order mark, which PDF readers accept for any character. */
function string(text: string): string {
  const units = [...Array(text.length).keys()].map((at) => text.charCodeAt(at));
  return `<FEFF${units.map((unit) => unit.toString(16).padStart(4, "0")).join("")}>`;
}

function object(number: number, body: string): Buffer {
  const head = [number, 0, "obj"].join(" ");
  return Buffer.from([head, body, "endobj", ""].join("\n"), "latin1");
}

/** The new objects and a cross-reference table that points to the previous one. */
function update(
  begin: number,
  objects: ReadonlyMap<number, Buffer>,
  { xrefAt, root }: Printed,
  { newSize, info }: { readonly newSize: number; readonly info: number },
): Buffer {
  const numbers = [...objects.keys()].sort((one, other) => one - other);
  // the first new object begins after the line break that ends the printed bytes
  let at = begin + 1;
  const rows = numbers.map((number) => {
    const row = `${number} 1\n${String(at).padStart(10, "0")} 00000 n \n`;
    at += objects.get(number)?.length ?? 0;
    return row;
  });
  const end = `xref\n${rows.join("")}trailer
<</Size ${newSize} /Root ${root} 0 R /Info ${info} 0 R /Prev ${xrefAt}>>
startxref
${at}
%%EOF
`;
  const bodies = numbers.flatMap((number) => objects.get(number) ?? []);
  return Buffer.concat([Buffer.from("\n"), ...bodies, Buffer.from(end)]);
}
