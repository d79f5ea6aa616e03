import { sayer } from "#analysis/say";
import type { HostEvent } from "#contract/engine-messages";
import { osErrorClass } from "#contract/os-error";
import type { CapacityRemoved, NativeFault, NativeFaultError } from "#native/index";
import type { statements } from "#text/inspection/warnings";
import { HostFault, refusalWords } from "./fault";

const say = sayer<typeof statements>();

type Said = ReturnType<typeof say>;

const warning = (said: Said): HostEvent => ({
  type: "warning",
  code: said.code,
  statements: [said],
});

/**
 * Whether the error means that this program's files are gone, and that its folder stays only
 * because it holds other programs' files or a volume is mounted over it.
 */
function isTheirs({ code }: NativeFault): boolean {
  return ["ENOTEMPTY", "EBUSY", "ERROR_DIR_NOT_EMPTY"].includes(code);
}

/** Whether the drive made the cleanup fail; such an error goes into the report. */
export function isOfDrive({ code }: NativeFault): boolean {
  return ["medium", "gone", "read-only"].includes(osErrorClass(code));
}

/** Whether a failing drive is the cause of the error that ended a workload. */
export function isOfFailingDrive(cause: unknown): boolean {
  const failing: readonly string[] = ["drive-error", "volume-gone", "read-only"];
  return cause instanceof HostFault && failing.includes(cause.error.code);
}

function remains(fault: NativeFault, folder: string): Said {
  return isTheirs(fault)
    ? say("own-folder-left", { folder })
    : say("own-folder-stuck", { folder, refusal: refusalWords(fault) });
}

/**
 * Warnings about files that the capacity test could not remove and space that did not come back.
 */
export function capacityRemains(removed: CapacityRemoved): HostEvent[] {
  const { fault, folder, moved, missingBytes } = removed;
  return [
    ...(fault === null || folder === null ? [] : [remains(fault, folder)]),
    ...(moved.length === 0 ? [] : [say("own-files-moved", { files: moved })]),
    ...(missingBytes === null
      ? [say("space-back-not-known")]
      : missingBytes === 0
        ? []
        : [say("space-not-back", { missingBytes, folder })]),
  ].map(warning);
}

/**
 * Warnings about folders that stay only because they contain files of other programs; `null` if the
 * folders stay for another reason.
 */
export function foldersLeft(error: NativeFaultError): HostEvent[] | null {
  const { folders = [] } = error;
  return folders.length > 0 && isTheirs(error)
    ? folders.map((folder) => warning(remains(error, folder)))
    : null;
}
