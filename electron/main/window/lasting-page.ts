import type { WebContents } from "electron";

/** Most times that the page is reopened within `spanMs` without asking the user. */
const mostReopenings = 3;
const spanMs = 10 * 60_000;

export interface LastingPageParts {
  readonly contents: Pick<WebContents, "on" | "forcefullyCrashRenderer" | "isDestroyed">;
  /** If `reopened` is true, the page should announce that it is back. */
  readonly load: (reopened: boolean) => Promise<void>;
  /** Called if the page keeps failing: true reopens it, false ends the program. */
  readonly askToReopen: () => Promise<boolean>;
  readonly giveUp: () => void;
  /** Reads a monotonic clock. */
  readonly nowMs: () => number;
}

/** Reopens a page that died or hangs. Only the display is lost: main owns all running work. */
export class LastingPage {
  private reopenedMs: readonly number[] = [];
  private isAsking = false;

  constructor(private readonly parts: LastingPageParts) {
    const { contents } = parts;
    contents.on("render-process-gone", (_event, { reason }) => {
      console.error(`the window's page has ended: ${reason}`);
      // Waits one turn, because Electron is still cleaning up the page's old process.
      setImmediate(() => void this.reopen());
    });
    // Electron reports a process that hangs after some thirty seconds. After the kill the listener
    // for "render-process-gone" reopens the page.
    contents.on("unresponsive", () => contents.forcefullyCrashRenderer());
  }

  /** Opens the page. Resolves even if the first load fails; a page that crashed is reopened. */
  open(): Promise<void> {
    return this.load(false);
  }

  private async reopen(): Promise<void> {
    const { contents, askToReopen, giveUp, nowMs } = this.parts;
    if (contents.isDestroyed() || this.isAsking) {
      return;
    }
    const now = nowMs();
    const recent = this.reopenedMs.filter((atMs) => now - atMs < spanMs);
    this.reopenedMs = [...recent, now];
    if (recent.length >= mostReopenings) {
      this.isAsking = true;
      const goesOn = await askToReopen();
      this.isAsking = false;
      this.reopenedMs = [];
      if (!goesOn) {
        giveUp();
        return;
      }
    }
    await this.load(true);
  }

  private load(reopened: boolean): Promise<void> {
    if (this.parts.contents.isDestroyed()) {
      return Promise.resolve();
    }
    // If loading failed because the page crashed, the listener for the crash reopens the page.
    return this.parts.load(reopened).catch((error: unknown) => {
      // After the window was closed, an error of its page means nothing.
      if (!this.parts.contents.isDestroyed()) {
        console.error("the window's page could not be loaded:", error);
      }
    });
  }
}
