import { loadNativeEngine, type NativeEngine } from "../../native/index";
import { DriveFault, driveError } from "../contract/drive-error";

/** Loads the native engine. Throws a `DriveFault` with `engine-missing`. */
export function openEngine(
  nativeDirectory: string,
  load: typeof loadNativeEngine = loadNativeEngine,
): NativeEngine {
  try {
    return load(nativeDirectory);
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new DriveFault(driveError("engine-missing", message));
  }
}
