/**
 * Longest shown name: enough for an NVMe model (40), a USB text (126) or a volume label (a few
 * words).
 */
export const longestName = 128;

/** Invisible characters and fillers that are no control characters. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * Cleans a name from outside (a model, serial number, label, place, name of a file or computer, or
 * a name in a report that somebody else may have written): no control characters, invisible
 * characters or text direction marks, one line of limited length. For display only: a path that is
 * opened keeps its bytes.
 */
export function shownText(text: string, longest = longestName): string {
  return [
    ...text
      // Cut the text first: a text from outside can have any length, and the replacements are slow.
      .slice(0, 16 * longest)
      .replace(/[\s\p{C}\ufffd]/gu, " ")
      .replace(invisible, "")
      .replace(/ +/g, " ")
      // More than four combining marks on a letter, which no script uses, would cover the lines
      // above and below.
      .replace(/(\p{M}{4})\p{M}+/gu, "$1")
      .trim(),
  ]
    .slice(0, longest)
    .join("")
    .trim();
}

/** Control characters (C0, C1), line ends, direction changes and unpaired surrogates. */
export const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;
const shortNames: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Spells out every `unsafe` character, so that the text stays on one line. */
export function printable(line: string): string {
  return line.replace(unsafe, (character) => shortNames[character] ?? spelledOut(character));
}

function spelledOut(character: string): string {
  const code = character.charCodeAt(0);
  return code > 0xff ? inFour(character) : `\\x${code.toString(16).padStart(2, "0")}`;
}

/** JSON's escape: `\u` and four hexadecimal digits. */
export function inFour(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}

/** Most characters of a shown value: more than in any path that Linux opens (4096 bytes). */
const mostInSentence = 5000;

/**
 * Cleans a value of a sentence: a name, a path or an error's text from outside, or DriveProof's own
 * lines.
 */
export function shownInSentence(value: string): string {
  return value.slice(0, mostInSentence).replace(/[^\n]+/g, printable);
}

export function shownPath(path: string): string {
  return shownText(path, 8 * longestName);
}
