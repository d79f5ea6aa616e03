import type { Page } from "playwright-core";

/**
 * Resolves when some frames in a row have changed nothing: a chart is drawn in several steps, and
 * what is measured or counted between two of them is gone a moment later.
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
