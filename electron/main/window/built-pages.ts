import { readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { currentLanguage } from "#text/language";

/**
 * Serves the built pages under the program's own scheme: each page has a separate, fixed origin
 * that contains only the built files. Under `file://` the pages could reach the computer's files
 * and would share one origin.
 */

export const scheme = "driveproof";

const pages = { window: "index.html", report: "report.html" } as const;
export type PageName = keyof typeof pages;
const pageNames = Object.keys(pages) as PageName[];

const mimeTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".woff2": "font/woff2",
};

/** The policy in the page's HTML, plus directives that only an HTTP header can set. */
export const pageSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'none'",
  "worker-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  // The sandbox blocks downloads, dialogs, forms, pop-ups and navigation.
  "sandbox allow-scripts allow-same-origin",
].join("; ");

/** An embedded frame gets no more browser features than its page. */
const forbiddenFeatures = [
  ...["accelerometer", "camera", "clipboard-read", "clipboard-write", "display-capture"],
  ...["encrypted-media", "fullscreen", "geolocation", "gyroscope", "hid", "idle-detection"],
  ...["local-fonts", "magnetometer", "microphone", "midi", "payment", "picture-in-picture"],
  ...["publickey-credentials-get", "screen-wake-lock", "serial", "usb", "xr-spatial-tracking"],
];

const headers = {
  "Content-Security-Policy": pageSecurityPolicy,
  "Permissions-Policy": forbiddenFeatures.map((feature) => `${feature}=()`).join(", "),
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "no-referrer",
  "Cache-Control": "no-store",
};

export interface PageAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

export function pageAddress(page: PageName): string {
  return `${originOf(page)}/${pages[page]}`;
}

/** The address of a page, with whether the page was reopened, and in which language it speaks. */
export function openedAddress(page: PageName, reopened = false): string {
  const language = currentLanguage();
  const address = `${pageAddress(page)}${reopened ? "?reopened" : ""}`;
  return language === "en" ? address : `${address}#${language}`;
}

export function isPageAddress(url: string): boolean {
  return pageNames.some((page) => url.startsWith(`${originOf(page)}/`));
}

function originOf(page: PageName): string {
  return `${scheme}://${page}`;
}

/**
 * All valid addresses with their files. Requests are only looked up here, so no path in them can
 * reach another file. Throws if a page was not built.
 */
export function builtFiles(folder: string): ReadonlyMap<string, string> {
  const assets = namesIn(path.join(folder, "assets")).map((name) => `assets/${name}`);
  const built = namesIn(folder);
  const files = pageNames.flatMap((page) => {
    if (!built.includes(pages[page])) {
      throw new Error(`The page ${pages[page]} is missing in ${folder}.`);
    }
    return [pages[page], ...assets].map(
      (name) => [`${originOf(page)}/${name}`, path.join(folder, name)] as const,
    );
  });
  return new Map(files);
}

/** Regular files with a page's extension: no links, no folders. */
function namesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && mimeTypes[path.extname(entry.name)] !== undefined)
    .map(({ name }) => name);
}

/**
 * Answers a request for a page's file. Never rejects: a missing or unreadable file is "not found".
 */
export async function answerPage(
  files: ReadonlyMap<string, string>,
  method: string,
  url: string,
): Promise<PageAnswer> {
  const file = files.get(url.split(/[?#]/)[0] ?? "");
  if (method !== "GET" || file === undefined) {
    return notFound;
  }
  try {
    const type = mimeTypes[path.extname(file)] ?? "";
    return {
      status: 200,
      headers: { ...headers, "Content-Type": type },
      body: await readFile(file),
    };
  } catch (error) {
    console.error(`${file} could not be read:`, error);
    return notFound;
  }
}

const notFound: PageAnswer = {
  status: 404,
  headers: { ...headers, "Content-Type": "text/plain; charset=utf-8" },
  body: Buffer.alloc(0),
};
