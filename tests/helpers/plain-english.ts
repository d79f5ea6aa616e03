const plainWord = /[A-Za-z]{2,}/g;

/**
 * Finds the words in plain letters in a text that should be in the pseudo-language.
 * Names, paths and texts that do not come from the room of text are given and left out. A page has
 * thousands of texts and its data as many names, so these are put in their order once.
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

/** The same for one text. */
export function plainEnglish(shown: string, left: readonly string[]): string[] {
  return plainEnglishFinder(left)(shown);
}
