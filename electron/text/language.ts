/** `en-XA` is a pseudo-language for tests: lengthened, accented English (pseudo.ts). */
export const languages = ["en", "en-XA"] as const;
export type Language = (typeof languages)[number];

let current: Language = "en";

/** The current language, used for everything that is rendered. */
export function currentLanguage(): Language {
  return current;
}

/**
 * Sets the current language; an unknown tag selects English. Every entry point calls this function
 * before it shows anything.
 */
export function setLanguage(tag: string | null | undefined): void {
  current = languages.find((language) => language === tag) ?? "en";
}

/** Runs `render` in this language, whatever the current one is. */
export function inLanguage<T>(language: Language, render: () => T): T {
  const before = current;
  current = language;
  try {
    return render();
  } finally {
    current = before;
  }
}
