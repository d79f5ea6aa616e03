import { inFour, printable, unsafe } from "#contract/shown-text";

/**
 * Names of drives, folders and errors are untrusted, and a terminal executes escape sequences in
 * them: they could erase lines, rename the window or reverse the text.
 */

/** Escapes every control character but the line ends; the JSON value stays the same. */
export function printableJson(json: string): string {
  return json.replace(unsafe, (character) => (character === "\n" ? character : inFour(character)));
}

/**
 * Writes each text as one line with its control characters escaped. Every text for people is
 * written by this function.
 */
export function writeLines(stream: NodeJS.WritableStream, lines: readonly string[]): void {
  stream.write(lines.map((line) => `${printable(line)}\n`).join(""));
}
