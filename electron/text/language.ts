/** The languages there are. `en-XA` is English made longer and strange, for tests (pseudo.ts). */
export const languages = ["en", "en-XA"] as const;
export type Language = (typeof languages)[number];

let current: Language = "en";

/** The language of everything that is rendered from now on. */
export function currentLanguage(): Language {
  return current;
}

/** Called by each entry of the program before it shows anything. An unknown tag means English. */
export function setLanguage(tag: string | null | undefined): void {
  current = languages.find((language) => language === tag) ?? "en";
}

/** What `render` gives in this language, whatever the language of the moment is. */
export function inLanguage<T>(language: Language, render: () => T): T {
  const before = current;
  current = language;
  try {
    return render();
  } finally {
    current = before;
  }
}
