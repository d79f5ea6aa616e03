/**
 * Text output for a terminal. Names of drives, folders and errors are untrusted, and a terminal
 * executes escape sequences in them: they could erase lines, rename the window or reverse the text.
 */

/** Control characters (C0, C1), line ends, direction changes and unpaired surrogates. */
const unsafe = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\p{Bidi_Control}]/gu;
const shortNames: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/** Escapes every such character, so that the text stays on one line. */
export function printable(line: string): string {
  return line.replace(unsafe, (character) => shortNames[character] ?? spelledOut(character));
}

/** The same JSON with every control character escaped except its own line ends. */
export function printableJson(json: string): string {
  return json.replace(unsafe, (character) => (character === "\n" ? character : inFour(character)));
}

/** Writes each as one line. All text meant for people passes through here. */
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
