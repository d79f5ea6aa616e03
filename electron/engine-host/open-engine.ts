import path from "node:path";
import { hostError } from "#contract/drive-error";
import { AddonMissing, loadNativeEngine, type NativeEngine } from "#native/index";
import { HostFault, say } from "./fault";

/**
 * Folder with the builds of the native addon; see native/index.ts. The same relative path is right
 * for this file and for the built host, because `out/main` is as deep in the project. The packaged
 * app keeps the addon outside the asar archive, because the system's loader cannot read archives.
 */
const nativeFolder = path.join(
  path.resolve(__dirname, "..", "..").replace(/app\.asar$/, "app.asar.unpacked"),
  "native",
);

/** Loads the native engine. Throws a `HostFault` with `engine-missing`. */
export function openEngine(
  load: () => NativeEngine = () => loadNativeEngine(nativeFolder),
): NativeEngine {
  try {
    return load();
  } catch (cause) {
    throw new HostFault(hostError("engine-missing", [whyMissing(cause)]));
  }
}

function whyMissing(cause: unknown) {
  if (cause instanceof AddonMissing) {
    return say("error.addon-missing", { system: cause.system, paths: cause.paths });
  }
  return say("error.addon-unusable", {
    reason: cause instanceof Error ? cause.message : String(cause),
  });
}
