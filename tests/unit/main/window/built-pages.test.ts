import { mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeEach, expect, it } from "vitest";
import { setLanguage } from "#text/language";
import {
  answerPage,
  builtFiles,
  isPageAddress,
  openedAddress,
  pageAddress,
  pageSecurityPolicy,
} from "../../../../electron/main/window/built-pages";
import { folderOfEach } from "../../../helpers/folders";

const root = folderOfEach();
let folder: string;

beforeEach(() => {
  folder = path.join(root(), "renderer");
  mkdirSync(path.join(folder, "assets", "deeper"), { recursive: true });
  for (const [name, content] of [
    ["index.html", "the window"],
    ["report.html", "the report"],
    ["assets/a-1.js", "a script"],
    ["assets/a-1.css", "a style"],
    ["assets/notes.txt", "a note"],
    ["assets/deeper/b.js", "deeper"],
    ["../secret.html", "a secret"],
    ["../secret.js", "a secret"],
  ] as const) {
    writeFileSync(path.join(folder, name), content);
  }
});

const ask = async (url: string, method = "GET") => {
  const { status, headers, body } = await answerPage(builtFiles(folder), method, url);
  return { status, type: headers["Content-Type"], text: String(body) };
};

it.each([
  ["driveproof://window/index.html", "text/html; charset=utf-8", "the window"],
  ["driveproof://window/index.html?reopened", "text/html; charset=utf-8", "the window"],
  ["driveproof://report/report.html#part", "text/html; charset=utf-8", "the report"],
  ["driveproof://window/assets/a-1.js", "text/javascript; charset=utf-8", "a script"],
  ["driveproof://report/assets/a-1.css", "text/css; charset=utf-8", "a style"],
])("the response to a request for %s is a file of type %s", async (url, type, text) => {
  expect(await ask(url)).toEqual({ status: 200, type, text });
});

it.each([
  ["the page of another origin", "driveproof://window/report.html"],
  ["an unknown host", "driveproof://other/index.html"],
  ["an empty path", "driveproof://window/"],
  ["a folder", "driveproof://window/assets"],
  ["a folder with a final slash", "driveproof://window/assets/"],
  ["a missing file", "driveproof://window/assets/none.js"],
  ["a file of an unsupported type", "driveproof://window/assets/notes.txt"],
  ["a file in a subfolder", "driveproof://window/assets/deeper/b.js"],
  ["a path with ..", "driveproof://window/../secret.html"],
  ["a path with a percent-encoded ..", "driveproof://window/%2e%2e/secret.html"],
  ["a path with .. and an encoded slash", "driveproof://window/..%2fsecret.js"],
  ["a path with .. and a backslash", "driveproof://window/..\\secret.js"],
  ["a path that leaves and re-enters a folder", "driveproof://window/assets/../index.html"],
  ["a percent-encoded letter", "driveproof://window/%69ndex.html"],
  ["a path with a NUL", "driveproof://window/index.html%00.js"],
  ["an address with a port", "driveproof://window:80/index.html"],
  ["an address with a user", "driveproof://a@window/index.html"],
  ["another protocol", "file:///etc/hostname"],
  ["an absolute path", "driveproof://window//etc/hostname"],
])("the response to a request for %s has status 404", async (_what, url) => {
  expect(await ask(url)).toEqual({
    status: 404,
    type: "text/plain; charset=utf-8",
    text: "",
  });
});

it.each(["POST", "HEAD", "PUT", "OPTIONS"])(
  "the response to a request with the method %s has status 404",
  async (method) => {
    expect((await ask("driveproof://window/index.html", method)).status).toBe(404);
  },
);

it("the response to a request for a symbolic link among the built files has status 404", async () => {
  symlinkSync(path.join(root(), "secret.js"), path.join(folder, "assets", "linked.js"));
  symlinkSync(path.join(root(), "secret.html"), path.join(folder, "linked.html"));
  expect((await ask("driveproof://window/assets/linked.js")).status).toBe(404);
  expect((await ask("driveproof://window/linked.html")).status).toBe(404);
});

it("the response to a request for a file removed after the start has status 404", async () => {
  const files = builtFiles(folder);
  rmSync(path.join(folder, "assets", "a-1.js"));
  const { status } = await answerPage(files, "GET", "driveproof://window/assets/a-1.js");
  expect(status).toBe(404);
});

it("builtFiles() throws at the start if a page was not built", () => {
  rmSync(path.join(folder, "report.html"));
  expect(() => builtFiles(folder)).toThrow("The page report.html is missing");
});

it("a response contains the page's security policy", async () => {
  const { headers } = await answerPage(builtFiles(folder), "GET", pageAddress("window"));
  expect(headers).toMatchObject({
    "Content-Security-Policy": pageSecurityPolicy,
    "X-Content-Type-Options": "nosniff",
  });
  expect(headers["Permissions-Policy"]).toContain("clipboard-read=()");
});

it.each(["index.html", "report.html"])(
  "the policy header contains every directive of %s",
  (page) => {
    const text = readFileSync(path.resolve(__dirname, "../../../../renderer", page), "utf8");
    const [, policy = ""] = /content="(default-src[^"]+)"/.exec(text) ?? [];
    const directives = pageSecurityPolicy.split("; ");
    expect(policy.split("; ").filter((directive) => !directives.includes(directive))).toEqual([]);
  },
);

it("isPageAddress() accepts an address below the origin of a page and refuses similar addresses", () => {
  expect(isPageAddress("driveproof://window/assets/a-1.js")).toBe(true);
  for (const url of [
    "driveproof://windows/index.html",
    "driveproof://window.evil/index.html",
    "driveproof://window",
    "file:///index.html",
    "http://window/index.html",
    "",
  ]) {
    expect(isPageAddress(url)).toBe(false);
  }
});

it("openedAddress() returns an address with the language, if it is not English, and a mark for a reopened page", () => {
  expect(openedAddress("window")).toBe(pageAddress("window"));
  expect(openedAddress("window", true)).toBe(`${pageAddress("window")}?reopened`);
  setLanguage("en-XA");
  try {
    expect(openedAddress("report")).toBe(`${pageAddress("report")}#en-XA`);
    expect(openedAddress("window", true)).toBe(`${pageAddress("window")}?reopened#en-XA`);
  } finally {
    setLanguage("en");
  }
});
