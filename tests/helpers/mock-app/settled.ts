import type { Page } from "playwright-core";

/**
 * Resolves when the page has not changed for some frames: a chart is drawn over several frames, and
 * an element of an early frame may be gone in a later one.
 */
export function settled(page: Page): Promise<void> {
  return page.evaluate(
    () =>
      new Promise((resolve) => {
        let quietFrames = 0;
        const observer = new MutationObserver(() => {
          quietFrames = 0;
        });
        observer.observe(document, {
          subtree: true,
          childList: true,
          attributes: true,
          characterData: true,
        });
        const onFrame = () => {
          quietFrames += 1;
          if (quietFrames > 2) {
            observer.disconnect();
            resolve();
          } else {
            requestAnimationFrame(onFrame);
          }
        };
        requestAnimationFrame(onFrame);
      }),
  );
}
