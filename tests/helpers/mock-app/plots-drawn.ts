import type { Page } from "playwright-core";
import { settled } from "./settled";

/** Scrolls past every plot of the page, which are drawn when they are about to be seen, and back. */
export async function plotsDrawn(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const { scrollHeight } = document.documentElement;
    const from = scrollY;
    for (let top = innerHeight; top < scrollHeight; top += innerHeight) {
      scrollTo(0, top);
      // The first frame's layout is what the observers look at after its callbacks.
      await frame();
      await frame();
    }
    scrollTo(0, from);
  });
  await settled(page);
}
