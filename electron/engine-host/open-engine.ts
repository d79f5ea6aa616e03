import { hostError } from "#contract/drive-error";
import { AddonMissing, loadNativeEngine, type NativeEngine } from "#native/index";
import { HostFault, say } from "./fault";

/** Loads the native engine. Throws a `HostFault` with `engine-missing`. */
export function openEngine(
  nativeDirectory: string,
  load: typeof loadNativeEngine = loadNativeEngine,
): NativeEngine {
  try {
    return load(nativeDirectory);
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
