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
 *
 * Resolves when a page has its scripts: it compiles them now, and main has time for other work.
 */
export function servePages(target: Protocol, folder: string): Promise<void> {
  const files = builtFiles(folder);
  const { scriptsServed, during } = pageLoad();
  if (typeof target.handle === "function") {
    target.handle(scheme, async ({ method, url }) => {
      const { status, headers, body } = await during(url, answerPage(files, method, url));
      return new Response(new Uint8Array(body), { status, headers });
    });
  } else {
    target.registerBufferProtocol(scheme, ({ method, url }, callback) => {
      void during(url, answerPage(files, method, url)).then(({ status, headers, body }) =>
        callback({ statusCode: status, headers, data: body }),
      );
    });
  }
  return scriptsServed;
}

/** Resolves `scriptsServed` once a script was answered and no other request is being answered. */
function pageLoad() {
  let underWay = 0;
  let hasScripts = false;
  let resolve: () => void = () => undefined;
  const scriptsServed = new Promise<void>((done) => {
    resolve = done;
  });
  return {
    scriptsServed,
    during: async <T>(url: string, answer: Promise<T>): Promise<T> => {
      underWay += 1;
      hasScripts ||= url.endsWith(".js");
      const answered = await answer;
      underWay -= 1;
      // In the next turn, so that this answer is on its way, and requests that wait are seen.
      setImmediate(() => underWay === 0 && hasScripts && resolve());
      return answered;
    },
  };
}
