import path from "node:path";
import { shownByCounter } from "#analysis/power-cut/cut-evidence";
import type { CutMarks, PowerCutState } from "#contract/power-cut/state";
import type { ObservedCut } from "#contract/power-cut/test";
import type { Volume } from "#contract/volume";
import type { SystemAccess } from "../volumes/system-access";
import {
  type CounterReading,
  hasStoodStill,
  onlyDriveOf,
  readUnsafeShutdowns,
} from "../volumes/unsafe-shutdowns";
import { kernelPower41 } from "./kernel-power-41";
import { type Clock, countFlushes } from "./others-flushes";
import { previousShutdownCause } from "./previous-shutdown-cause";
import { usbLostPower, watchAbsence } from "./usb-absence";
import { readUsbConnection, type UsbConnection } from "./usb-connection";

/** The system's evidence of a power cut, before and after the writing. No function rejects. */
export interface PowerSigns {
  /**
   * Reads the drive's counter of power losses at the start of the test, long before the writing.
   */
  readonly atStart: (folder: string) => Promise<CounterReading | null>;
  /** Reads the evidence that exists just before the writing begins. */
  readonly before: (
    folder: string,
    first: CounterReading | null,
  ) => Promise<
    Pick<PowerCutState, "unsafeShutdowns" | "powerCycles" | "counterStoodStill" | "marks">
  >;
  /** Starts counting other programs' flushes; see `countFlushes`. */
  readonly countOthersFlushes: (folder: string) => Promise<() => Promise<number | null>>;
  /** Watches for the drive after the writing has failed; resolves with `CutMarks.absentNs`. */
  readonly watchAbsence: (marks: CutMarks | null, signal: AbortSignal) => Promise<number | null>;
  /** Reads the evidence when the drive is back. `restarted` is `null` if not known. */
  readonly after: (
    state: PowerCutState,
    restarted: boolean | null,
  ) => Promise<Pick<ObservedCut, "shown" | "unsafeShutdowns">>;
}

export interface PowerSignParts {
  readonly describeFolder: (directory: string) => Promise<Volume>;
  readonly system: SystemAccess;
  /** `none` on a physical computer, `null` if it is not known; see `HostFacts`. */
  readonly virtualMachine: () => Promise<string | null>;
  readonly clock: Clock;
}

export function powerSigns(parts: PowerSignParts): PowerSigns {
  const { system, clock } = parts;
  /**
   * Resolves with what `question` finds out about the test's volume; `null` (not known) if that
   * volume cannot be described.
   */
  const ask = async <T>(
    folder: string,
    question: (volume: Volume) => Promise<T>,
  ): Promise<T | null> => {
    try {
      return await question(await parts.describeFolder(path.dirname(folder)));
    } catch {
      return null;
    }
  };
  // A hypervisor can detach and attach drives and change the counters of emulated drives without a
  // power cut, so in a virtual machine USB absence and power counters prove nothing.
  const isRealComputer = async () => (await parts.virtualMachine()) === "none";
  const usbOf = async (volume: Volume): Promise<UsbConnection | null> => {
    const disk = onlyDriveOf(volume.evidenceDevices);
    const isDisk = disk !== null && /^sd[a-z]+$/.test(disk) && system.platform === "linux";
    return isDisk && (await isRealComputer()) ? readUsbConnection(disk, system) : null;
  };
  const readCounter = (folder: string) =>
    ask(folder, async (volume) =>
      (await isRealComputer()) ? readUnsafeShutdowns(volume, system) : null,
    );
  return {
    atStart: readCounter,
    before: async (folder, first) => {
      const counter = await readCounter(folder);
      return {
        unsafeShutdowns: counter?.count ?? null,
        powerCycles: counter?.powerCycles ?? null,
        counterStoodStill: hasStoodStill(first, counter),
        marks: { usb: await ask(folder, usbOf), absentNs: null },
      };
    },
    countOthersFlushes: async (folder) =>
      (await ask(folder, (volume) => countFlushes(volume.evidenceDevices, system, clock))) ??
      (async () => null),
    watchAbsence: async (marks, signal) =>
      marks?.usb?.busPowered ? watchAbsence(marks.usb, { sys: system, signal, ...clock }) : null,
    after: async (state, restarted) => {
      const { marks, unsafeShutdowns: before, counterStoodStill: stoodStill, writingSince } = state;
      const read = before === null ? null : await readCounter(state.plan.folder);
      // UDisks may still return a reading from before the writing, unless the computer restarted:
      // UDisks queries the drives when it starts.
      const after = restarted !== true && isFromBefore(read, writingSince) ? null : read;
      const unsafeShutdowns =
        before === null || after === null || !isOfPowerCycles(state, after)
          ? null
          : { before, after: after.count, stoodStill };
      const counted = unsafeShutdowns && shownByCounter(unsafeShutdowns);
      if (counted !== null) {
        const lostPower = counted === "power-lost";
        return { unsafeShutdowns, shown: { by: "unsafe-shutdowns", lostPower } };
      }
      const shown = await ask(state.plan.folder, async (volume) => {
        if (restarted === false) {
          const usb = usbLostPower(
            marks?.usb ?? null,
            marks?.absentNs ?? null,
            await usbOf(volume),
          );
          return usb === null ? null : ({ by: "usb-power-on", lostPower: usb } as const);
        }
        const isNoted = restarted === true && writingSince !== null && isInside(volume);
        return isNoted && (await isRealComputer()) ? shownByStart(writingSince, system) : null;
      });
      return { unsafeShutdowns, shown };
    },
  };
}

/**
 * Whether the drive counted as many power losses as power cycles since the writing. If not, the
 * count proves nothing: a cycle without a loss was another stop or an uncounted cut, and a loss
 * without a cycle was no cut.
 */
function isOfPowerCycles(
  { unsafeShutdowns: before, powerCycles }: PowerCutState,
  after: CounterReading,
): boolean {
  // A count of power losses lower than before the writing belongs to another drive. `readAndJudge`
  // refuses such a drive, so this check lets the count pass.
  return (
    before === null ||
    powerCycles === null ||
    after.powerCycles === null ||
    after.count < before ||
    after.count - before === after.powerCycles - powerCycles
  );
}

function isFromBefore(counter: CounterReading | null, writingSince: string | null): boolean {
  const askedAt = counter?.askedAt ?? null;
  return askedAt !== null && writingSince !== null && askedAt * 1000 < Date.parse(writingSince);
}

/** What the system logged of the stop before the restart; `null` if nothing about the power. */
async function shownByStart(
  writingSince: string,
  system: SystemAccess,
): Promise<ObservedCut["shown"]> {
  switch (system.platform) {
    case "win32": {
      const lostPower = await kernelPower41(writingSince, system);
      return lostPower === null ? null : { by: "kernel-power-41", lostPower };
    }
    case "darwin": {
      const lostPower = await previousShutdownCause(writingSince, system);
      return lostPower === null ? null : { by: "previous-shutdown-cause", lostPower };
    }
    default:
      return null;
  }
}

/**
 * Whether the drive is inside and so loses its power with the computer; an external drive may have
 * its own supply.
 */
function isInside({ drive }: Volume): boolean {
  const isDisk = ["nvme", "sata-ssd", "hard-disk"].includes(drive.kind);
  return isDisk && drive.removable === false && drive.bus !== "usb";
}
