import { type Protocol, protocol } from "electron";
import { answerPage, builtFiles, scheme } from "./built-pages";

/** Call before the app is ready, as Electron requires. */
export function declarePageProtocol(): void {
  // Caches the pages' compiled code for the next start; Electron supports this from 24 on.
  const privileges = { standard: true, secure: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/**
 * Serves the built files in `folder`. Electron 22 has no `handle`, and newer versions deprecate
 * `registerBufferProtocol`. Throws if a page was not built.
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
