/**
 * Tests that cannot pass on Windows or under Wine, whatever the program does; each counts as
 * skipped, with its reason. `tests`: parts of the names of the tests, see `reasonAgainst`. `under`:
 * "wine" if a real Windows runs them, "windows" if neither does.
 * @type {readonly { tests: readonly string[], under: "wine" | "windows", reason: string }[]}
 */
export const exceptions = [
  {
    tests: [
      "a second inspection at the same time",
      "refuses to start while another inspection runs",
    ],
    under: "wine",
    reason: "Wine 8 lets two programs make the same pipe (FILE_FLAG_FIRST_PIPE_INSTANCE)",
  },
  {
    tests: [
      "follows a symbolic link to a folder",
      "replace a symbolic link of the same name",
      "replace a link to a file of the same name",
      "replace a link to a folder of the same name",
      "replace a link to nowhere of the same name",
      "behind a link",
      "follows no symbolic link in place of the folder",
    ],
    under: "wine",
    reason: "Wine 8 makes no symbolic links",
  },
  {
    tests: ["passes Ctrl-Break on to the program"],
    under: "wine",
    reason: "Wine 8 makes no console where there is no terminal",
  },
  {
    // The names of the test suites of libmdbx, and the ends of its names in table-driven tests.
    tests: ["mdbx > ", "mdbx, > ", ": mdbx"],
    under: "wine",
    reason: "libmdbx does not run under Wine and says so: ERROR_NOT_CAPABLE",
  },
  {
    tests: [
      "Ctrl-C while",
      "Ctrl-C, sent to all its processes",
      "stops on Ctrl-C and keeps its files",
      "if Ctrl-C comes before the first record",
    ],
    under: "windows",
    reason: "Windows has no signal for Ctrl-C; the file ctrl-c presses the key (Wine only)",
  },
];

/**
 * Returns why a test must be skipped, or `null` if it can run.
 * @param {string} name with those of its suites before it: "suite > test"
 * @param {boolean} underWine
 */
export function reasonAgainst(name, underWine) {
  const exception = exceptions.find(
    ({ tests, under }) =>
      tests.some((part) => name.includes(part)) && (under === "windows" || underWine),
  );
  return exception?.reason ?? null;
}
