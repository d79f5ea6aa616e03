/** Most characters in a call's arguments: far above the longest, a path of 4096 characters. */
const mostCharacters = 64 * 1024;
const mostValues = 1000;

/**
 * Whether a call's arguments are small enough to be validated. Takes at most `mostValues` steps:
 * nothing is copied and no string is read. Anything that is not plain data counts as too large.
 */
export function isSmallCall(args: unknown): boolean {
  const waiting: unknown[] = [args];
  let characters = 0;
  for (let values = 0; waiting.length > 0; values += 1) {
    const value = waiting.pop();
    if (typeof value === "string") {
      characters += value.length;
    } else if (Array.isArray(value)) {
      if (value.length > mostValues) {
        return false;
      }
      waiting.push(...value);
    } else if (typeof value === "object" && value !== null) {
      if (!isPlain(value)) {
        return false;
      }
      for (const key in value) {
        characters += key.length;
        waiting.push((value as Record<string, unknown>)[key]);
        if (waiting.length > mostValues) {
          return false;
        }
      }
    }
    if (characters > mostCharacters || values + waiting.length > mostValues) {
      return false;
    }
  }
  return true;
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype as object) === null;
}
