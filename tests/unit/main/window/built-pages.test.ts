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
])("%s is served as %s", async (url, type, text) => {
  expect(await ask(url)).toEqual({ status: 200, type, text });
});

it.each([
  ["the page of another origin", "driveproof://window/report.html"],
  ["an origin that is none", "driveproof://other/index.html"],
  ["no name", "driveproof://window/"],
  ["a folder", "driveproof://window/assets"],
  ["a folder's content", "driveproof://window/assets/"],
  ["a name that is not there", "driveproof://window/assets/none.js"],
  ["a kind that is no part of a page", "driveproof://window/assets/notes.txt"],
  ["a deeper folder", "driveproof://window/assets/deeper/b.js"],
  ["a way up", "driveproof://window/../secret.html"],
  ["a way up that is coded", "driveproof://window/%2e%2e/secret.html"],
  ["a way up with a coded stroke", "driveproof://window/..%2fsecret.js"],
  ["a way up with the other stroke", "driveproof://window/..\\secret.js"],
  ["a way round", "driveproof://window/assets/../index.html"],
  ["a coded letter", "driveproof://window/%69ndex.html"],
  ["a NUL", "driveproof://window/index.html%00.js"],
  ["a port", "driveproof://window:80/index.html"],
  ["a user", "driveproof://a@window/index.html"],
  ["another protocol", "file:///etc/hostname"],
  ["the root of the computer", "driveproof://window//etc/hostname"],
])("%s is not found", async (_what, url) => {
  expect(await ask(url)).toEqual({
    status: 404,
    type: "text/plain; charset=utf-8",
    text: "",
  });
});

it.each(["POST", "HEAD", "PUT", "OPTIONS"])("%s is not answered", async (method) => {
  expect((await ask("driveproof://window/index.html", method)).status).toBe(404);
});

it("links that lie among the built files are not followed", async () => {
  symlinkSync(path.join(root(), "secret.js"), path.join(folder, "assets", "linked.js"));
  symlinkSync(path.join(root(), "secret.html"), path.join(folder, "linked.html"));
  expect((await ask("driveproof://window/assets/linked.js")).status).toBe(404);
  expect((await ask("driveproof://window/linked.html")).status).toBe(404);
});

it("a file that went away since the start is not found", async () => {
  const files = builtFiles(folder);
  rmSync(path.join(folder, "assets", "a-1.js"));
  const { status } = await answerPage(files, "GET", "driveproof://window/assets/a-1.js");
  expect(status).toBe(404);
});

it("a page that was not built is told at the start", () => {
  rmSync(path.join(folder, "report.html"));
  expect(() => builtFiles(folder)).toThrow("The page report.html is missing");
});

it("an answer says what a page may do", async () => {
  const { headers } = await answerPage(builtFiles(folder), "GET", pageAddress("window"));
  expect(headers).toMatchObject({
    "Content-Security-Policy": pageSecurityPolicy,
    "X-Content-Type-Options": "nosniff",
  });
  expect(headers["Permissions-Policy"]).toContain("clipboard-read=()");
});

it.each(["index.html", "report.html"])("the header forbids at least what %s does", (page) => {
  const text = readFileSync(path.resolve(__dirname, "../../../../renderer", page), "utf8");
  const [, policy = ""] = /content="(default-src[^"]+)"/.exec(text) ?? [];
  const directives = pageSecurityPolicy.split("; ");
  expect(policy.split("; ").filter((directive) => !directives.includes(directive))).toEqual([]);
});

it("tells addresses of the pages from others", () => {
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

it("a page is told its language unless that is English, and that it comes back", () => {
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
