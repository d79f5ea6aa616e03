import { currentLanguage, type Language } from "./language";

/** U+202F, narrow no-break space: between groups of three digits. */
export const thousandsSpace = "\u202f";

const formatters = new Map<string, Intl.NumberFormat>();

/**
 * Formats a number with exactly these decimals, in the current language's digits and signs. Callers
 * round with `toFixed` first: Intl rounds the printed decimal, `toFixed` the binary value, and the
 * last digit may differ.
 */
export function formatNumber(value: number, decimals = 0): string {
  // A negative value that rounds to 0 would print as "-0".
  const isZero = Number(value.toFixed(decimals)) === 0;
  return formatterOf(currentLanguage(), decimals)
    .formatToParts(isZero ? 0 : value)
    .map((part) => (part.type === "group" ? thousandsSpace : part.value))
    .join("");
}

function formatterOf(language: Language, decimals: number): Intl.NumberFormat {
  const key = `${language} ${decimals}`;
  const known = formatters.get(key);
  if (known !== undefined) {
    return known;
  }
  const made = new Intl.NumberFormat(language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  formatters.set(key, made);
  return made;
}
