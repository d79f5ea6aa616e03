import { type Protocol, protocol } from "electron";
import { answerPage, builtFiles, scheme } from "./built-pages";

/** To be called before the program is ready, as Electron demands. */
export function declarePageProtocol(): void {
  // What was compiled of the pages' code is kept for the next start, where Electron knows how (from 24).
  const privileges = { standard: true, secure: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/**
 * Serves what was built into `folder`. Electron 22 has no `handle`, and newer ones give up
 * `registerBufferProtocol`. Throws where a page was not built.
 */
export function servePages(target: Protocol, folder: string): void {
  const files = builtFiles(folder);
  if (typeof target.handle === "function") {
    target.handle(scheme, async ({ method, url }) => {
      const { status, headers, body } = await answerPage(files, method, url);
      return new Response(new Uint8Array(body), { status, headers });
    });
    return;
  }
  target.registerBufferProtocol(scheme, ({ method, url }, callback) => {
    void answerPage(files, method, url).then(({ status, headers, body }) =>
      callback({ statusCode: status, headers, data: body }),
    );
  });
}
