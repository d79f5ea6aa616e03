import type { Page } from "playwright-core";

/**
 * The headings of the page whose level is wrong: only the first may have level 1, no level is
 * skipped, and a section that contains headings of a lower level has one heading above them.
 */
export function misplacedHeadings(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const levelOf = (heading: Element) => Number(heading.tagName.slice(1));
    const all = [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")].filter((heading) =>
      heading.checkVisibility(),
    );
    const isEnclosed = (heading: Element) => {
      const above = `h${levelOf(heading) - 1}`;
      const parents = heading.closest(`:has(${above})`)?.querySelectorAll(above) ?? [];
      const [parent] = parents;
      return (
        parents.length === 1 &&
        parent !== undefined &&
        (parent.compareDocumentPosition(heading) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
      );
    };
    return all
      .filter((heading, place) => {
        const level = levelOf(heading);
        const before = all[place - 1];
        return before === undefined
          ? level !== 1
          : level === 1 || level > levelOf(before) + 1 || (level > 2 && !isEnclosed(heading));
      })
      .map((heading) => `${heading.tagName} ${heading.textContent}`);
  });
}
