import { copyFileSync, mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { onlyWithPackage, packageFile, runHere } from "./programs.mjs";

const image = /\.dmg$/;
/**
 * The extended attribute with which a browser marks a download:
 * https://developer.apple.com/library/archive/technotes/tn2206
 */
const quarantine = "com.apple.quarantine";
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
 * The app out of an image that a browser downloaded, opened by LaunchServices. macOS refuses a
 * trial build until a person has allowed it, as README says, but must never call it damaged.
 * @type {import("./parts.mjs").SystemPart}
 */
export const quarantined = {
  name: "quarantined",
  why: () => onlyWithPackage("darwin", image),
  async run({ scratch, results }) {
    const downloadedImage = path.join(scratch, "DriveProof.dmg");
    copyFileSync(packageFile(image) ?? "", downloadedImage);
    const marked = runHere("xattr", ["-w", quarantine, downloaded, downloadedImage]);
    if (marked.code !== 0) return [`xattr: ${marked.said}`];
    return withApp(
      scratch,
      async (app) => {
        const inherited = runHere("xattr", ["-p", quarantine, app]).said;
        // Only a copy made by Finder certainly keeps the quarantine attribute.
        if (!isDownloaded(inherited)) runHere("xattr", ["-w", "-r", quarantine, downloaded, app]);
        const mark = runHere("xattr", ["-p", quarantine, app]).said;
        const isSigned = isSignedForRelease(runHere("codesign", ["-dvv", app]).said);
        const first = await openAndQuit(app);
        // Removing the attribute has the same effect as "Open Anyway" in the system's settings.
        const allowed = isSigned ? null : runHere("xattr", ["-d", "-r", quarantine, app]);
        const second = isSigned ? null : await openAndQuit(app);
        const log = runHere("log", [
          ...["show", "--last", "5m", "--style", "compact", "--predicate"],
          'process == "syspolicyd" or process == "CoreServicesUIAgent" or process == "lsd"',
        ]);
        writeFileSync(path.join(results, "log.txt"), log.said);
        const gatekeeper = runHere("spctl", ["--status"]).said;
        const said = { gatekeeper, inherited, mark, isSigned, first, allowed, second };
        writeFileSync(path.join(results, "said.json"), JSON.stringify(said, null, 2));
        return [
          ...(isDownloaded(mark) ? [] : [`the app is not quarantined: ${mark}`]),
          ...(log.code === 0 ? [] : [`log: ${log.said}`]),
          ...(saysDamaged(`${first.opened}\n${log.said}`) ? ["the system says: damaged"] : []),
          ...(second ?? first).problems,
        ];
      },
      downloadedImage,
    );
  },
};

/** @param {string} mark of quarantine */
function isDownloaded(mark) {
  return /^[0-9a-f]{4};/i.test(mark);
}

/** @param {string} log of the system */
export function saysDamaged(log) {
  return /\bdamaged\b/i.test(log);
}

/**
 * Opens the app as Finder does and asks it to quit, which only a program that has really started
 * does.
 * @param {string} app
 */
async function openAndQuit(app) {
  const { said: opened } = runHere("open", ["-g", app], { limitMs: 60_000 });
  // A quarantined app runs from a folder that the system chooses.
  const running = () => runHere("pgrep", ["-f", "DriveProof.app/Contents/MacOS/DriveProof"]).said;
  for (let tries = 0; tries < 20 && running() === ""; tries += 1) await wait(1000);
  if (running() === "") return { opened, problems: [`it did not start: ${opened}`] };
  await wait(5000);
  const quit = 'tell application id "io.github.driveproof.DriveProof" to quit';
  const { said } = runHere("osascript", ["-e", quit], { limitMs: 60_000 });
  for (let tries = 0; tries < 20 && running() !== ""; tries += 1) await wait(1000);
  if (running() === "") return { opened, problems: [] };
  for (const pid of running().split("\n")) runHere("kill", ["-9", pid]);
  return { opened, problems: [`it did not quit: ${said}`] };
}

/** @param {string} said by `codesign --display` */
export function isSignedForRelease(said) {
  return /^Authority=Developer ID Application: /m.test(said);
}

/**
 * Copies the app out of the image, as a person drags it.
 * @param {string} scratch
 * @param {(app: string) => Promise<string[]>} use
 * @param {string} [file]
 */
async function withApp(scratch, use, file = packageFile(image) ?? "") {
  const mounted = path.join(scratch, "image");
  mkdirSync(mounted);
  const attach = ["attach", "-quiet", "-nobrowse", "-mountpoint", mounted, file];
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
