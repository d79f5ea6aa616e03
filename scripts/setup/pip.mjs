import { SetupFailure } from "./failure.mjs";
import { outputOf } from "./run-program.mjs";
import { provide } from "./system-libraries.mjs";

/**
 * A Python whose pip works; installs a missing one if that needs no question. Throws a
 * `SetupFailure` that begins with `purpose` if there is none.
 * @param {string} purpose why pip is needed, in the middle of a sentence
 * @returns {Promise<string>}
 */
export async function pythonWithPip(purpose) {
  const names = process.platform === "win32" ? ["python", "py"] : ["python3", "/usr/bin/python3"];
  const find = () => names.find((python) => outputOf(python, ["-m", "pip", "--version"]) !== null);
  const found = find();
  if (found) return found;
  const pip = { what: "Python's pip", apt: ["python3-pip"], present: () => false };
  try {
    await provide([pip]);
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error;
    throw new SetupFailure(`${purpose} needs pip: ${error.message}`, error.remedy);
  }
  const installed = find();
  if (!installed)
    throw new SetupFailure(`${purpose} needs pip, which does not work`, "python3 -m pip");
  return installed;
}

/**
 * Arguments for pip, which then refuses every file whose hash is not in `requirements`.
 * @param {string} requirements file
 * @param {string} folder where the download is put
 * @returns {string[]}
 */
export function pipDownload(requirements, folder) {
  return [
    ...["-m", "pip", "download", "--require-hashes", "--requirement", requirements],
    ...["--no-deps", "--dest", folder, "--no-input", "--progress-bar", "off"],
    "--disable-pip-version-check",
  ];
}
