import { inflateSync } from "node:zlib";
import { expect, it } from "vitest";
import { withData } from "../../../../electron/main/export/pdf-data";

const data = {
  title: "Ü — a title (of a kind)",
  language: "en-GB",
  creator: "DriveProof 1.2.3",
  file: { name: "report.json", content: '{ "a": "ä" }\n' },
};

/** A PDF with an empty page, built as Skia builds it. */
function printed(more = ""): Buffer {
  const objects = [
    "<</Creator (Mozilla/5.0 \\(X11; Linux\\))\n/Producer (Skia/PDF m108)\n/CreationDate (D:20261125040000+00'00')>>",
    `<</Type /Catalog\n/Pages 3 0 R${more}>>`,
    "<</Type /Pages\n/Count 1\n/Kids [4 0 R]>>",
    "<</Type /Page\n/MediaBox [0 0 595 842]\n/Parent 3 0 R>>",
  ];
  let text = "%PDF-1.4\n";
  const rows = objects.map((body, place) => {
    const row = `${String(text.length).padStart(10, "0")} 00000 n \n`;
    text += `${place + 1} 0 obj\n${body}\nendobj\n`;
    return row;
  });
  const at = text.length;
  return Buffer.from(
    `${text}xref\n0 5\n0000000000 65535 f \n${rows.join("")}trailer\n<</Size 5\n/Root 2 0 R\n/Info 1 0 R>>\nstartxref\n${at}\n%%EOF`,
  );
}

/**
 * An object as a PDF reader finds it: by the last cross-reference table, then by the one before.
 */
function objectIn(pdf: string, number: number): string {
  const last = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(pdf)?.[1]);
  const row = new RegExp(`\\n${number} 1\\n(\\d{10}) 00000 n `).exec(pdf.slice(last));
  const at = Number(row?.[1]);
  return pdf.slice(at, pdf.indexOf("endobj", at));
}

it("withData() keeps every byte of the PDF and adds each new object to the cross-reference table", () => {
  const before = printed();
  const after = Buffer.from(withData(before, data));
  expect(after.subarray(0, before.length).equals(before)).toBe(true);
  const text = after.toString("latin1");
  for (const number of [1, 2, 5, 6]) {
    expect(objectIn(text, number)).toMatch(new RegExp(`^${number} 0 obj\n<<`));
  }
  expect(text).toContain(`/Prev ${before.indexOf("xref")}`);
  expect(text).toContain("/Size 7 /Root 2 0 R /Info 1 0 R");
});

it("withData() sets the title, language and creator of the PDF and keeps its producer and creation date", () => {
  const text = Buffer.from(withData(printed(), data)).toString("latin1");
  const utf16 = (words: string) => Buffer.from(words, "utf16le").swap16().toString("hex");
  const info = objectIn(text, 1);
  expect(info).toContain(`/Title <FEFF${utf16(data.title)}>`);
  expect(info).toContain(`/Creator <FEFF${utf16(data.creator)}>`);
  expect(info).toContain("/Producer (Skia/PDF m108)\n/CreationDate (D:20261125040000+00'00')");
  expect(info).not.toContain("Mozilla");
  expect(objectIn(text, 2)).toContain(`/Lang <FEFF${utf16("en-GB")}>`);
});

it("withData() embeds the data file unchanged and names it in the PDF catalogue", () => {
  const pdf = Buffer.from(withData(printed(), data));
  const text = pdf.toString("latin1");
  expect(objectIn(text, 2)).toMatch(/\/EmbeddedFiles <<\/Names \[<FEFF\w+> 6 0 R\]>>/);
  expect(objectIn(text, 6)).toContain("/EF <</F 5 0 R /UF 5 0 R>>");
  const [, length = ""] = /\/Length (\d+)>> stream\n/.exec(objectIn(text, 5)) ?? [];
  const begin = text.indexOf("stream\n", text.indexOf("/EmbeddedFile ")) + "stream\n".length;
  const packed = pdf.subarray(begin, begin + Number(length));
  expect(inflateSync(packed).toString()).toBe(data.file.content);
});

it("withData() keeps the tags of a tagged document and replaces its language", () => {
  const tagged = printed("\n/MarkInfo <</Marked true>>\n/StructTreeRoot 4 0 R\n/Lang (xx)");
  const catalog = objectIn(Buffer.from(withData(tagged, data)).toString("latin1"), 2);
  expect(catalog).toContain("/MarkInfo <</Marked true>>\n/StructTreeRoot 4 0 R");
  expect(catalog.match(/\/Lang/g)).toHaveLength(1);
  expect(catalog).not.toContain("(xx)");
});

it("withData() throws if the PDF has no cross-reference table or already has attachments", () => {
  expect(() => withData(Buffer.from("%PDF-1.4\n%%EOF"), data)).toThrow(/no table of objects/);
  expect(() => withData(printed("\n/Names 4 0 R"), data)).toThrow(/attachments already/);
});
