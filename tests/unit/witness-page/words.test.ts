import { readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, expect, it } from "vitest";
import { pageWordKeys } from "#contract/power-cut/witness";
import { setLanguage } from "#text/language";
import { witnessWords } from "#text/witness-page";
import { pageDocument } from "../../../electron/witness-host/page-document";

const folder = path.resolve(__dirname, "../../../electron/witness-page");
const read = (name: string) => readFileSync(path.join(folder, name), "utf8");
const wordsOf = (source: string, pattern: RegExp) =>
  [...source.matchAll(pattern)].map(([, key]) => key ?? "");

afterEach(() => setLanguage("en"));

it("the witness page uses exactly the texts that it receives", () => {
  const used = [
    ...wordsOf(read("view.js"), /\bwords\.(\w+)/g),
    ...wordsOf(read("page.html"), /\{\{(\w+)\}\}/g),
  ];
  expect([...new Set(used)].sort()).toEqual([...pageWordKeys].sort());
});

it("a hostile text of the witness page can neither end the page's script nor start an element", () => {
  const words = witnessWords();
  const hostile = '</script><b title="x">&';
  const page = { ...words.page, title: hostile, done: hostile };
  const { html } = pageDocument({ ...words, page });
  expect(html).not.toContain("<b title");
  expect(html.split("</script>")).toHaveLength(2);
});

it("the witness page is in the program's language, and the placeholders in its texts stay unchanged", () => {
  setLanguage("en-XA");
  const words = witnessWords();
  expect(words.page.silentSince).toContain("{time}");
  expect(words.page.checkWord).toContain("{word}");
  const { html } = pageDocument(words);
  expect(html).toContain('<html lang="en-XA">');
  expect(html.replace(/<style>.*|<[^>]*>/gs, "")).not.toMatch(/\b(the|page|open|witness)\b/i);
});
