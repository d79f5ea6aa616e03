import type { WebContents } from "electron";

/** The most automatic reopenings within `spanMs`; after that the user is asked. */
const mostReopenings = 3;
const spanMs = 10 * 60_000;

export interface LastingPageParts {
  readonly contents: Pick<WebContents, "on" | "forcefullyCrashRenderer" | "isDestroyed">;
  /** Loads the page; if `reopened` is true, the page should announce that it is back. */
  readonly load: (reopened: boolean) => Promise<void>;
  /** Called if the page keeps failing: true reopens it, false ends the program. */
  readonly askToReopen: () => Promise<boolean>;
  readonly giveUp: () => void;
  /** Milliseconds of a monotonic clock. */
  readonly nowMs: () => number;
}

/**
 * Reopens a page whose process has died or hangs. The main process owns all running work, so only
 * the display is lost.
 */
export class LastingPage {
  private reopenedMs: readonly number[] = [];
  private isAsking = false;

  constructor(private readonly parts: LastingPageParts) {
    const { contents } = parts;
    contents.on("render-process-gone", (_event, { reason }) => {
      console.error(`the window's page has ended: ${reason}`);
      // Reopen the page later, because Electron is still cleaning up its old process.
      setImmediate(() => void this.reopen());
    });
    // Kill a process that hangs, which Electron reports after some thirty seconds: the listener for
    // "render-process-gone" then reopens the page.
    contents.on("unresponsive", () => contents.forcefullyCrashRenderer());
  }

  /**
   * Loads the page for the first time. Resolves even if that fails, because the page is then
   * reopened.
   */
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
    // A failed load is only logged: if the page crashed or reloaded, the other listeners reopen it.
    return this.parts.load(reopened).catch((error: unknown) => {
      // An error after the window was closed means nothing.
      if (!this.parts.contents.isDestroyed()) {
        console.error("the window's page could not be loaded:", error);
      }
    });
  }
}
