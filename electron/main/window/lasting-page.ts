import type { WebContents } from "electron";

/** So often a page is opened again by itself within this time; then the person is asked. */
const mostReopenings = 3;
const spanMs = 10 * 60_000;

export interface LastingPageParts {
  readonly contents: Pick<WebContents, "on" | "forcefullyCrashRenderer" | "isDestroyed">;
  /** `reopened`: the page is to say that it is back. */
  readonly load: (reopened: boolean) => Promise<void>;
  /** Asked when the page does not stay: true opens it once more, false ends the program. */
  readonly askToReopen: () => Promise<boolean>;
  readonly giveUp: () => void;
  /** Monotonic. */
  readonly nowMs: () => number;
}

/**
 * A page that comes back when its process has died or does not answer. Main owns whatever runs, so
 * nothing but the picture is lost.
 */
export class LastingPage {
  private reopenedMs: readonly number[] = [];
  private isAsking = false;

  constructor(private readonly parts: LastingPageParts) {
    const { contents } = parts;
    contents.on("render-process-gone", (_event, { reason }) => {
      console.error(`the window's page has ended: ${reason}`);
      // Electron is still at taking down the old process.
      setImmediate(() => void this.reopen());
    });
    // Some thirty seconds without an answer; what hangs is ended, and then opened again as above.
    contents.on("unresponsive", () => contents.forcefullyCrashRenderer());
  }

  /** Resolves when the page is there, or another attempt is to bring it. */
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
    // A page that ends while it loads, or is loaded anew, comes by another way.
    return this.parts.load(reopened).catch((error: unknown) => {
      // Of a window that was closed meanwhile it says nothing.
      if (!this.parts.contents.isDestroyed()) {
        console.error("the window's page could not be loaded:", error);
      }
    });
  }
}
