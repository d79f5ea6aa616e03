/**
 * The secrets that sign a release, by electron-builder's names. Gatekeeper refuses a program for
 * macOS that is signed but not notarised, too.
 * @type {Partial<Record<NodeJS.Platform, readonly string[]>>}
 */
const releaseSecrets = {
  darwin: [
    "CSC_LINK",
    "CSC_KEY_PASSWORD",
    "APPLE_ID",
    "APPLE_APP_SPECIFIC_PASSWORD",
    "APPLE_TEAM_ID",
  ],
  win32: ["WIN_CSC_LINK", "WIN_CSC_KEY_PASSWORD"],
};

/**
 * The variables without which a release for this system cannot be signed.
 * @param {NodeJS.Platform} os
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string[]} empty if this system needs no signature, as Linux
 */
export function missingSecrets(os, environment) {
  return (releaseSecrets[os] ?? []).filter((name) => !environment[name]);
}

/**
 * electron-builder.yml for this system and the available secrets. A release fails if anything stays
 * unsigned. Without a certificate a program for macOS is signed "ad hoc", and without the hardened
 * runtime, which loads only what the same certificate has signed: electron-builder would then sign
 * nothing by default, and macOS calls such a download damaged
 * (https://www.electron.build/code-signing).
 * @param {string} text of electron-builder.yml
 * @param {{ os: NodeJS.Platform, environment: Readonly<Record<string, string | undefined>>, isRelease: boolean }} situation
 */
export function signedConfiguration(text, { os, environment, isRelease }) {
  if (isRelease) {
    return os === "linux" ? text : `${text}forceCodeSigning: true\n`;
  }
  if (os !== "darwin" || environment.CSC_LINK || environment.CSC_NAME) {
    return text;
  }
  return text.replace(/^( +)hardenedRuntime: true$/m, '$1hardenedRuntime: false\n$1identity: "-"');
}
