import { z } from "zod";

/** NVMe has 40 characters for a model, USB 126 for any text, and people's labels are some words. */
const longestName = 128;

/** Marks and fillers that show nothing, and are no control characters. */
const invisible = /[\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * The door for every name that comes from outside (models, serial numbers, labels, places, names of
 * files, of computers, and those in reports that somebody else may have written): without what a
 * terminal or a page would obey, what nobody would see, or what reads backwards, in one line of a
 * length that can be shown. For showing only: a path that is opened keeps its bytes.
 */
export function shownText(text: string, longest = longestName): string {
  return [
    ...text
      // Long before the end of a text that fills a memory.
      .slice(0, 16 * longest)
      .replace(/[\s\p{C}\ufffd]/gu, " ")
      .replace(invisible, "")
      .replace(/ +/g, " ")
      // More marks on one letter than any writing has run over the lines around them.
      .replace(/(\p{M}{4})\p{M}+/gu, "$1")
      .trim(),
  ]
    .slice(0, longest)
    .join("")
    .trim();
}

/** A path as it is shown. */
export function shownPath(path: string): string {
  return shownText(path, 8 * longestName);
}

/** A name in a report. */
export const shownName = z
  .string()
  .overwrite(shownText)
  .max(2 * longestName);

/** A place, or the options of a mount: longer than a name. */
export const shownPlace = z
  .string()
  .overwrite(shownPath)
  .max(16 * longestName);
