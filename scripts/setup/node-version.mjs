// Any Node may read this file and ../run.mjs, so both keep to the syntax of Node 12; everything
// newer is imported after the check.

/**
 * What is wrong with this Node version, with its remedy; `null` if nothing is. The bounds are those
 * of Vite 8: ^20.19 || >=22.12.
 * @param {string} version such as "20.19.1" or "v20.19.1"
 * @returns {string | null}
 */
export function nodeProblem(version) {
  const [major = 0, minor = 0] = version.replace(/^v/, "").split(".").map(Number);
  const supported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (supported) return null;
  return (
    "DriveProof needs Node.js 20.19 or later (of the 22 series, 22.12 or later); this is " +
    version +
    ".\n" +
    "To mend it: install a current Node.js from https://nodejs.org/en/download and open a new terminal."
  );
}

/**
 * Runs the command module named by the first argument if this Node can: its `main(args)` gets the
 * other arguments, and its result becomes the exit code. Prints a failure as a sentence, never as a
 * stack trace.
 * @param {(name: string) => Promise<{ main: (args: string[]) => Promise<number> }>} load
 */
export function runOnSupportedNode(load) {
  const problem = nodeProblem(process.versions.node);
  if (problem !== null) {
    process.stderr.write(`${problem}\n`);
    process.exitCode = 1;
    return;
  }
  const [name = "", ...args] = process.argv.slice(2);
  load(name)
    .then((command) => command.main(args))
    .then(
      (code) => {
        process.exitCode = code;
      },
      (error) => {
        const remedy = error.remedy ? `\nTo mend it: ${error.remedy}` : "";
        process.stderr.write(`\nDriveProof: ${error.message}${remedy}\n`);
        process.exitCode = 1;
      },
    );
}
