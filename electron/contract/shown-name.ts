import { z } from "zod";
import { longestName, shownPath, shownText } from "./shown-text";

/** A name in a report, cleaned for display. */
export const shownName = z
  .string()
  .overwrite(shownText)
  .max(2 * longestName);

/** A path, a device or mount options, cleaned for display; may be longer than a name. */
export const shownPlace = z
  .string()
  .overwrite(shownPath)
  .max(16 * longestName);
