/**
 * Whether brackets outside of strings are nested more than `most` deep: parsing such a text could
 * use unlimited memory.
 */
export function nestsDeeperThan(text: string, most: number): boolean {
  let depth = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const sign = text.charCodeAt(index);
    if (inString) {
      if (sign === backslash) {
        index += 1;
      } else if (sign === quote) {
        inString = false;
      }
    } else if (sign === quote) {
      inString = true;
    } else if (sign === openBracket || sign === openBrace) {
      depth += 1;
      if (depth > most) {
        return true;
      }
    } else if (sign === closeBracket || sign === closeBrace) {
      depth -= 1;
    }
  }
  return false;
}

const [quote, backslash, openBracket, closeBracket, openBrace, closeBrace] = [
  34, 92, 91, 93, 123, 125,
];
