import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onlyWithPackage, packageFile, runHere } from "./programs.mjs";

const image = /\.dmg$/;
/** What a browser writes at a download: https://developer.apple.com/library/archive/technotes/tn2206 */
const downloaded = "0081;00000000;Safari;";

/**
 * The signature of the app in the image must be whole, and Gatekeeper must accept it exactly if the
 * build was signed for release.
 * @type {import("./parts.mjs").SystemPart}
 */
export const signature = {
  name: "signature",
  why: () => onlyWithPackage("darwin", image),
  run: ({ scratch, results }) =>
    withApp(scratch, async (app) => {
      const verified = runHere("codesign", ["--verify", "--deep", "--strict", "--verbose=2", app]);
      const shown = runHere("codesign", ["--display", "--verbose=4", "--entitlements", "-", app]);
      const judged = runHere("spctl", ["--assess", "--type", "execute", "--verbose=4", app]);
      const said = { codesign: verified, display: shown, spctl: judged };
      writeFileSync(path.join(results, "said.json"), JSON.stringify(said, null, 2));
      const isSigned = isSignedForRelease(shown.said);
      return [
        ...(verified.code === 0 ? [] : [`codesign: ${verified.said}`]),
        ...((judged.code === 0) === isSigned ? [] : [`spctl: ${judged.said}`]),
      ];
    }),
};

/**
 * The app opened as after a download. Without a release's signature the system asks the person or
 * refuses, which is only noted; what it must not find is a broken signature.
 * @type {import("./parts.mjs").SystemPart}
 */
export const quarantined = {
  name: "quarantined",
  why: () => onlyWithPackage("darwin", image),
  run: ({ scratch, results }) =>
    withApp(scratch, async (app) => {
      runHere("xattr", ["-w", "-r", "com.apple.quarantine", downloaded, app]);
      const opened = runHere("open", ["-g", app]);
      const program = path.join(app, "Contents", "MacOS", "DriveProof");
      let pid = "";
      for (let tries = 0; tries < 20 && pid === ""; tries += 1) {
        await wait(1000);
        pid = runHere("pgrep", ["-f", program]).said;
      }
      const told = runHere("log", [
        ...["show", "--last", "2m", "--style", "compact"],
        ...["--predicate", 'subsystem == "com.apple.syspolicy" or process == "syspolicyd"'],
      ]);
      const isSigned = isSignedForRelease(runHere("codesign", ["-dvv", app]).said);
      const quit = 'tell application id "io.github.driveproof.DriveProof" to quit';
      if (pid !== "") runHere("osascript", ["-e", quit]);
      writeFileSync(
        path.join(results, "said.json"),
        JSON.stringify({ opened, ran: pid !== "", isSigned, told }, null, 2),
      );
      return isSigned && pid === "" ? [`a signed release did not start: ${opened.said}`] : [];
    }),
};

/** @param {string} said by `codesign --display` */
export function isSignedForRelease(said) {
  return /^Authority=Developer ID Application: /m.test(said);
}

/**
 * The app out of the downloaded image, as a person drags it out.
 * @param {string} scratch
 * @param {(app: string) => Promise<string[]>} use
 */
async function withApp(scratch, use) {
  const mounted = path.join(scratch, "image");
  mkdirSync(mounted);
  const attach = [
    "attach",
    "-quiet",
    "-nobrowse",
    "-mountpoint",
    mounted,
    packageFile(image) ?? "",
  ];
  const attached = runHere("hdiutil", attach);
  if (attached.code !== 0) return [`hdiutil: ${attached.said}`];
  try {
    const app = path.join(scratch, "DriveProof.app");
    const copied = runHere("ditto", [path.join(mounted, "DriveProof.app"), app]);
    return copied.code === 0 ? await use(app) : [`ditto: ${copied.said}`];
  } finally {
    runHere("hdiutil", ["detach", "-force", mounted]);
  }
}
