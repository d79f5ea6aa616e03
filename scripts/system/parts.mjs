import { captures } from "./captures.mjs";
import { constrainedLanguage } from "./constrained-language.mjs";
import { flushTrace } from "./flush-trace.mjs";
import { quarantined, signature } from "./macos-package.mjs";
import { noCompiler } from "./no-compiler.mjs";
import { standardUser } from "./standard-user.mjs";
import { installed, portable } from "./windows-package.mjs";
import { writeCacheSetting } from "./write-cache-setting.mjs";

/**
 * A trial on a real system. `why`: it cannot run here. `run`: resolves with what went wrong.
 * @typedef {object} SystemPart
 * @property {string} name
 * @property {() => string | null} why
 * @property {(folders: PartFolders) => Promise<string[]>} run
 *
 * @typedef {{ scratch: string, results: string }} PartFolders
 *   scratch: removed afterwards; results: kept, to become fixtures
 */

/** @type {readonly SystemPart[]} */
export const systemParts = [
  flushTrace,
  writeCacheSetting,
  standardUser,
  installed,
  portable,
  signature,
  quarantined,
  constrainedLanguage,
  noCompiler,
  captures,
];
