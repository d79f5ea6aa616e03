/// <reference path="./raw.d.ts" />
import { createHash } from "node:crypto";
import linkSource from "../witness-page/link.js?raw";
import numbersSource from "../witness-page/numbers.js?raw";
import style from "../witness-page/page.css?raw";
import body from "../witness-page/page.html?raw";
import viewSource from "../witness-page/view.js?raw";

const script = [numbersSource, linkSource, viewSource].join("\n");

/**
 * The page in one piece: it must work when nothing else can be fetched any more, and it may reach
 * nothing but the server it came from.
 */
export const pageDocument = body
  .replace("<!-- style -->", () => `<style>${style}</style>`)
  .replace("<!-- script -->", () => `<script>${script}</script>`);

/** Only what stands in the page runs; it may only talk to its own server. */
export const pageSecurityPolicy = [
  "default-src 'none'",
  `script-src ${hashOf(script)}`,
  `style-src ${hashOf(style)}`,
  "connect-src 'self'",
  "img-src data:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

function hashOf(text: string): string {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}
