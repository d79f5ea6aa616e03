import type { Guarantee } from "../../../../electron/contract/flush-mode";
import type { FlushLayout } from "../../../../electron/contract/workloads/flush-modes";

export const name = "Ways of saving";
export const purpose = "How many saves a second, and whether they are safe.";
export const title = () => "Saves per second, by the way of saving";
export const chartNote =
  "Saves per second, logarithmic. Bar: median; thin line: slowest to fastest round. Dotted: published figures of other drives.";

/** What happens while a mode is measured. */
export const modeSentences: Readonly<Record<FlushLayout, Readonly<Record<Guarantee, string>>>> = {
  rewrite: {
    none: "Writing small pieces of data without asking whether they have arrived.",
    "os-crash": "Saving small pieces of data, handing each one over to the drive.",
    "power-loss": "Saving small pieces of data, asking the drive to confirm each one.",
    unknown: "Saving small pieces of data, asking the system to write each one through.",
  },
  append: {
    none: "Making a file longer piece by piece without asking whether it has arrived.",
    "os-crash": "Making a file longer piece by piece, handing each one over to the drive.",
    "power-loss": "Making a file longer piece by piece, asking the drive to confirm each one.",
    unknown: "Making a file longer piece by piece, asking the system to write each one through.",
  },
  spaced: {
    none: "Writing a small piece of data now and then without asking whether it has arrived.",
    "os-crash": "Saving a small piece of data now and then, handing each one over to the drive.",
    "power-loss":
      "Saving a small piece of data now and then, asking the drive to confirm each one.",
    unknown: "Saving a small piece of data now and then, asking the system to write it through.",
  },
};

/** The layouts of the flush test: the name of a series, of a table or of a part of the run. */
export const layoutWords: Readonly<Record<FlushLayout, string>> = {
  rewrite: "changing a file",
  append: "making a file longer",
  spaced: "saving now and then",
};
