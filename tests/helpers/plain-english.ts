const plainWord = /[A-Za-z]{2,}/g;

/**
 * Returns a function that finds English words in a text which should be in the pseudo-language.
 * Leaves out the texts in `left`: names, paths and whatever does not come from electron/text. Sorts
 * them once, because a page has thousands of texts and as many names.
 */
export function plainEnglishFinder(left: readonly string[]): (shown: string) => string[] {
  const longestFirst = [...new Set(left)]
    .filter((text) => text !== "")
    .sort((a, b) => b.length - a.length);
  return (shown) => {
    let rest = shown.replace(/--[a-z-]+/g, " ");
    if (rest.search(plainWord) < 0) return [];
    for (const name of longestFirst) {
      rest = rest.replaceAll(name, " ");
    }
    return rest.match(plainWord) ?? [];
  };
}

/** Finds English words in a single text, as `plainEnglishFinder` does. */
export function plainEnglish(shown: string, left: readonly string[]): string[] {
  return plainEnglishFinder(left)(shown);
}
