import { type Protocol, protocol } from "electron";
import { answerPage, builtFiles, type PageAnswer, scheme } from "./built-pages";

/** Declares the pages' scheme; called before the app is ready, as Electron requires. */
export function declarePageProtocol(): void {
  // Electron 24 and later cache the pages' compiled code for the next start.
  const privileges = { standard: true, secure: true, codeCache: true };
  protocol.registerSchemesAsPrivileged([{ scheme, privileges }]);
}

/**
 * Serves the built files in `folder`; resolves once the first page and every file it names have
 * been answered. Uses `handle` or, for Electron 22, which lacks it, `registerBufferProtocol`, which
 * newer versions deprecate. Throws if a page was not built.
 */
export function servePages(target: Protocol, folder: string): Promise<void> {
  const files = builtFiles(folder);
  let awaited: Set<string> | null = null;
  return new Promise((resolve) =>
    serve(target, async ({ method, url }) => {
      const answer = await answerPage(files, method, url);
      awaited ??= filesNamedBy(url, answer);
      awaited.delete(url);
      if (awaited.size === 0) {
        setImmediate(resolve);
      }
      return answer;
    }),
  );
}

/** The scripts and styles that a page loads with itself. */
function filesNamedBy(page: string, { body }: PageAnswer): Set<string> {
  const names = body.toString().matchAll(/"(\.\/assets\/[^"]+)"/g);
  return new Set(Array.from(names, ([, name = ""]) => new URL(name, page).href));
}

interface PageRequest {
  readonly method: string;
  readonly url: string;
}

function serve(target: Protocol, answerTo: (request: PageRequest) => Promise<PageAnswer>): void {
  if (typeof target.handle === "function") {
    target.handle(scheme, async (request) => {
      const { status, headers, body } = await answerTo(request);
      return new Response(new Uint8Array(body), { status, headers });
    });
    return;
  }
  target.registerBufferProtocol(scheme, (request, callback) => {
    void answerTo(request).then(({ status, headers, body }) =>
      callback({ statusCode: status, headers, data: body }),
    );
  });
}
