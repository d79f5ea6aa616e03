/**
 * What people read in a terminal. Names of drives, folders and errors come from outside, and a
 * terminal obeys what is in them: it would erase lines, rename the window, or read backwards.
 */

/** Control characters of both sets, ends of lines, changes of direction, halves of characters. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;
const shortNames: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** One line, in which everything that is no visible character is spelled out. */
export function printable(line: string): string {
  return line.replace(unsafe, (character) => shortNames[character] ?? spelledOut(character));
}

/** The same JSON, in which nothing is left that a terminal obeys but the ends of its own lines. */
export function printableJson(json: string): string {
  return json.replace(unsafe, (character) => (character === "\n" ? character : inFour(character)));
}

/** Writes each as one line. Everything that people read goes through here. */
export function writeLines(stream: NodeJS.WritableStream, lines: readonly string[]): void {
  stream.write(lines.map((line) => `${printable(line)}\n`).join(""));
}

function spelledOut(character: string): string {
  const code = character.charCodeAt(0);
  return code > 0xff ? inFour(character) : `\\x${code.toString(16).padStart(2, "0")}`;
}

function inFour(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
