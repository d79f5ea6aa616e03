import type { Page } from "playwright-core";
import { settled } from "./settled";

/**
 * Scrolls down past every plot, because a plot is drawn only when it is about to be seen, and back.
 */
export async function plotsDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const { scrollHeight } = document.documentElement;
    const from = scrollY;
    for (let top = innerHeight; top < scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      // Waits for two frames: observers run after the callbacks of the first frame.
      await frame();
      await frame();
    }
    scrollTo(0, from);
  });
  await settled(page);
}
