import { inFour, printable, unsafe } from "#contract/shown-text";

/**
 * Text output for a terminal. Names of drives, folders and errors are untrusted, and a terminal
 * executes escape sequences in them: they could erase lines, rename the window or reverse the text.
 */

/** The same JSON with every control character escaped except its own line ends. */
export function printableJson(json: string): string {
  return json.replace(unsafe, (character) => (character === "\n" ? character : inFour(character)));
}

/** Writes each text as one line. All text meant for people passes through here. */
export function writeLines(stream: NodeJS.WritableStream, lines: readonly string[]): void {
  stream.write(lines.map((line) => `${printable(line)}\n`).join(""));
}
