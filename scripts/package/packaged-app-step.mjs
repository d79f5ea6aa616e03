import { readFileSync } from "node:fs";
import path from "node:path";
import { databaseStamp } from "../setup/database-sources.mjs";
import { findElectron } from "../setup/electron-runtime.mjs";
import { projectRoot, runtimeDirectory } from "../setup/paths.mjs";
import { hashSources, readStamp, writeStamp } from "../setup/stamp.mjs";
import { packageApp, unpackedApp } from "./package-app.mjs";

/** Everything an unpacked app is made of. */
const sources = [
  ...["out", "native/src", "native/binding.gyp", "assets/icons", "electron-builder.yml"],
  ...["scripts/prebuild", "scripts/package", "package.json", "LICENSE"],
];

/**
 * The unpacked app for the packaged tests; made again only after a change in its sources.
 * @returns {import("../setup/steps.mjs").Step}
 */
export function packagedAppStep() {
  const stamp = path.join(runtimeDirectory(), "package", "stamp");
  const wanted = () =>
    hashSources(sources, {
      salt: [
        ...[findElectron()?.version, databaseStamp()],
        readFileSync(path.join(projectRoot, "package-lock.json"), "utf8"),
      ].join(" "),
    });
  return {
    name: "packaged app",
    requires: ["packages", "databases", "app", "Electron", "cross compiler (zig)"],
    upToDate: () =>
      unpackedApp() !== null && readStamp(stamp) === wanted() ? "already packaged" : null,
    async run(progress) {
      await packageApp({ folderOnly: true, isRelease: false, progress });
      writeStamp(stamp, wanted());
      return undefined;
    },
  };
}
