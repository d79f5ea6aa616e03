/**
 * The words that are left in plain letters where everything should be in the pseudo-language. Names,
 * paths and texts that do not come from the room of text yet are given and left out.
 */
export function plainEnglish(shown: string, left: readonly string[]): string[] {
  const longestFirst = left.filter((text) => text !== "").sort((a, b) => b.length - a.length);
  const rest = longestFirst.reduce(
    (text, one) => text.replaceAll(one, " "),
    shown.replace(/--[a-z-]+/g, " "),
  );
  return rest.match(/[A-Za-z]{2,}/g) ?? [];
}
