/// <reference path="./raw.d.ts" />
import { createHash } from "node:crypto";
import type { WitnessWords } from "#contract/power-cut/witness";
import linkSource from "../witness-page/link.js?raw";
import numbersSource from "../witness-page/numbers.js?raw";
import style from "../witness-page/page.css?raw";
import body from "../witness-page/page.html?raw";
import viewSource from "../witness-page/view.js?raw";

export interface PageDocument {
  readonly html: string;
  /** Only the page's inline code may run, and the page may connect only to its own server. */
  readonly securityPolicy: string;
}

/**
 * The witness page as one document, because nothing more can be fetched from this computer after
 * the power cut.
 */
export function pageDocument({ language, page: words }: WitnessWords): PageDocument {
  const table = `const words = ${JSON.stringify(words).replace(/</g, "\\u003c")};`;
  const script = [table, numbersSource, linkSource, viewSource].join("\n");
  const texts: Readonly<Record<string, string>> = words;
  return {
    html: body
      .replace('lang="en"', () => `lang="${language}"`)
      .replace(/\{\{(\w+)\}\}/g, (_, key: string) => escaped(texts[key] ?? key))
      .replace("<!-- style -->", () => `<style>${style}</style>`)
      .replace("<!-- script -->", () => `<script>${script}</script>`),
    securityPolicy: [
      "default-src 'none'",
      `script-src ${hashOf(script)}`,
      `style-src ${hashOf(style)}`,
      "connect-src 'self'",
      "img-src data:",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ].join("; "),
  };
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
