import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Protocol } from "electron";
import { beforeEach, expect, it, vi } from "vitest";
import { pageSecurityPolicy } from "../../../../electron/main/window/built-pages";
import { folderOfEach } from "../../../helpers/folders";

vi.mock("electron", () => ({ protocol: {} }));
const { servePages } = await import("../../../../electron/main/window/page-protocol");

/**
 * Tests Electron's old and new interface for serving pages. The window tests use only that of the
 * installed Electron.
 */

const folder = folderOfEach();
beforeEach(() => {
  mkdirSync(path.join(folder(), "assets"));
  writeFileSync(path.join(folder(), "index.html"), "the window");
  writeFileSync(path.join(folder(), "report.html"), "the report");
});

interface Answer {
  readonly status: number;
  readonly type: string | null;
  readonly policy: string | null;
  readonly text: string;
}

/** Serves by `handle`, which Electron has since version 25. */
async function byHandle(method: string, url: string): Promise<Answer> {
  let handler: Parameters<Protocol["handle"]>[1] | null = null;
  const target = {
    handle: (_scheme: string, given: Parameters<Protocol["handle"]>[1]) => {
      handler = given;
    },
  };
  servePages(target as unknown as Protocol, folder());
  const answer = await (handler as unknown as (request: object) => Promise<Response>)({
    method,
    url,
  });
  return {
    status: answer.status,
    type: answer.headers.get("content-type"),
    policy: answer.headers.get("content-security-policy"),
    text: await answer.text(),
  };
}

/** Serves by Electron 22's `registerBufferProtocol`. */
function byBuffer(method: string, url: string): Promise<Answer> {
  return new Promise((resolve) => {
    const target = {
      registerBufferProtocol: (
        _scheme: string,
        given: (request: object, callback: (answer: Electron.ProtocolResponse) => void) => void,
      ) =>
        given({ method, url }, ({ statusCode = 0, headers = {}, data }) =>
          resolve({
            status: statusCode,
            type: String(headers["Content-Type"]),
            policy: String(headers["Content-Security-Policy"]),
            text: String(data),
          }),
        ),
    };
    servePages(target as unknown as Protocol, folder());
  });
}

it.each([
  ["handle", byHandle],
  ["registerBufferProtocol", byBuffer],
])(
  "servePages() with protocol.%s() answers a GET of the window's page with its security policy, and other requests with 404",
  async (_name, ask) => {
    expect(await ask("GET", "driveproof://window/index.html")).toEqual({
      status: 200,
      type: "text/html; charset=utf-8",
      policy: pageSecurityPolicy,
      text: "the window",
    });
    for (const [method, url] of [
      ["POST", "driveproof://window/index.html"],
      ["GET", "driveproof://window/report.html"],
    ] as const) {
      expect(await ask(method, url)).toMatchObject({ status: 404, text: "" });
    }
  },
);

it("servePages() resolves only after the first page and the files that this page names were requested", async () => {
  writeFileSync(path.join(folder(), "assets", "a-1.js"), "script");
  writeFileSync(path.join(folder(), "assets", "b-2.css"), "style");
  writeFileSync(
    path.join(folder(), "index.html"),
    '<script src="./assets/a-1.js"></script><link href="./assets/b-2.css">',
  );
  let handler: (request: object) => Promise<Response> = async () => new Response();
  const target = {
    handle: (_scheme: string, given: typeof handler) => {
      handler = given;
    },
  };
  let isServed = false;
  const whenServed = servePages(target as unknown as Protocol, folder()).then(() => {
    isServed = true;
  });
  for (const name of ["index.html", "assets/b-2.css"]) {
    await handler({ method: "GET", url: `driveproof://window/${name}` });
    await new Promise((resolve) => setImmediate(resolve));
    expect(isServed, name).toBe(false);
  }
  await handler({ method: "GET", url: "driveproof://window/assets/a-1.js" });
  await whenServed;
});
