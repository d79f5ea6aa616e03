import { win32 } from "node:path";
import { unknownDrive, type Volume } from "#contract/volume";
import type { AskedVolume } from "#contract/volume-facts";
import { sized } from "./free-space";
import type { SystemAccess } from "./system-access";
import {
  freeSpaceUnknown,
  notAnswering,
  tooLittleSpace,
  type Untestable,
  unknownVolume,
  untestableReasons,
  whyNotUsable,
} from "./testability";
import type { TimeLimit } from "./time-limit";
import { toldByLinuxOnly, type VolumeSource, volumeId } from "./volume-source";
import { networkRoots, silentPlaces, visibleVolumes } from "./windows-asked";
import {
  bareVolume,
  driveOf,
  encryptionOf,
  type FoundVolume,
  isDisc,
  isInside,
  isVolumeGuidPath,
  volumeOfPath,
} from "./windows-facts";
import { letteredVolumes } from "./windows-letters";

/**
 * Calls back when Windows reports a volume that appeared or disappeared. Returns a function that
 * ends the calls.
 */
export type DeviceChanges = (listener: () => void) => () => void;

/** Queries each volume through the addon, without administrator rights. `null` if that failed. */
export type AskVolumes = () => Promise<readonly AskedVolume[] | null>;

/**
 * When a volume that did not answer is queried again: a hard disk that had to start up answers by
 * then.
 */
const askAgainMs = 10_000;

/**
 * Lists Windows' volumes through the addon. If the addon fails, lists them by drive letter, without
 * facts about the drives; no inspection is possible then.
 */
export class WindowsVolumes implements VolumeSource {
  private silent: ReadonlySet<string> = new Set();
  private listener: (() => void) | null = null;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly system: SystemAccess,
    private readonly limit: TimeLimit,
    /** Windows' notification of device changes; `null` without a window. */
    private readonly deviceChanges: DeviceChanges | null = null,
    private readonly ask: AskVolumes | null = null,
  ) {}

  async list(): Promise<Volume[]> {
    const told = await this.told();
    return told === null
      ? this.lettered()
      : [
          ...(await this.localVolumes(this.localOf(told.filter(isNoSilentDisc)))),
          ...networkRoots(told).map((root) => networkVolume(root, root, false)),
        ];
  }

  async describe(directory: string): Promise<Volume> {
    if (directory.startsWith("\\\\") && !isVolumeGuidPath(directory)) {
      return networkVolume(win32.parse(directory).root, directory, true);
    }
    const told = await this.told();
    const found =
      told === null
        ? bareVolume(win32.parse(directory).root)
        : volumeOfPath(this.localOf(told), directory);
    if (found !== null) {
      return this.localVolume(found, directory, true);
    }
    const network = networkRoots(told ?? []).find((root) => isInside(root, directory));
    if (network === undefined) {
      throw unknownVolume(directory);
    }
    return networkVolume(network, directory, true);
  }

  onMaybeChanged(listener: () => void): () => void {
    const stop = this.deviceChanges?.(listener);
    this.listener = listener;
    if (this.silent.size > 0) {
      this.askAgain();
    }
    return () => {
      this.listener = null;
      clearTimeout(this.timer);
      stop?.();
    };
  }

  /**
   * The addon's answer; `null` if it is empty: every Windows has a volume, so the query has failed.
   */
  private async told(): Promise<readonly AskedVolume[] | null> {
    const told = await this.ask?.();
    if (!told || told.length === 0) {
      return null;
    }
    this.note(told);
    return told;
  }

  /**
   * Asks for one more list if a volume has fallen silent, because Windows reports no change when a
   * disk has started; only one, because nothing may poll while something is measured.
   */
  private note(told: readonly AskedVolume[]): void {
    const silent = silentPlaces(told.filter(isNoSilentDisc)).flatMap(([place]) => place ?? []);
    if (silent.some((place) => !this.silent.has(place))) {
      this.askAgain();
    }
    this.silent = new Set(silent);
  }

  private askAgain(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.listener?.(), askAgainMs);
    this.timer.unref();
  }

  /** The local volumes; one that did not answer is listed as one that cannot be tested. */
  private localOf(told: readonly AskedVolume[]): FoundVolume[] {
    const { systemRoot } = this.system;
    return [
      ...visibleVolumes(told, systemRoot),
      ...silentPlaces(told).flatMap(([place, ...others]) =>
        place === undefined ? [] : [bareVolume(place, "silent", others)],
      ),
    ];
  }

  private async lettered(): Promise<Volume[]> {
    const answers = await letteredVolumes(this.system, this.limit);
    const local = answers.flatMap((answer) => (answer.kind === "local" ? answer.found : []));
    return Promise.all(
      answers.map((answer) =>
        answer.kind === "local"
          ? this.localVolume(answer.found, this.folderOn(answer.found, local), false)
          : networkVolume(answer.root, answer.root, false),
      ),
    );
  }

  private localVolumes(all: readonly FoundVolume[]): Promise<Volume[]> {
    return Promise.all(
      all.map((found) => this.localVolume(found, this.folderOn(found, all), false)),
    );
  }

  /**
   * The folder to test in: home on the volume that contains it, because users may create folders
   * but no files in `C:\`; on every other volume the mount point. Another volume may be mounted in
   * `C:\Users`, so paths alone do not show which volume contains home.
   */
  private folderOn(found: FoundVolume, all: readonly FoundVolume[]): string {
    const { homeDirectory } = this.system;
    return volumeOfPath(all, homeDirectory) === found ? homeDirectory : found.mountPoint;
  }

  private async localVolume(
    found: FoundVolume,
    directory: string,
    chosen: boolean,
  ): Promise<Volume> {
    const { mountPoint, driveLetter, path } = found;
    const drive = driveOf(found);
    return {
      mountPoint,
      fileSystem: found.fileSystem,
      mountOptions: null,
      device: driveLetter === null ? path : `${driveLetter}:`,
      ...sized(found),
      encryption: encryptionOf(found),
      drive,
      ...toldByLinuxOnly,
      lowerMounts: found.diskless ? null : [],
      // The drive letter is known even without the addon.
      id: volumeId((driveLetter === null ? path : null) ?? mountPoint, chosen ? directory : ""),
      name: found.label ?? drive.model ?? mountPoint,
      directory,
      chosen,
      system: found.system,
      untestable: await this.untestable(found, directory),
      physicalDisks: found.diskNumbers.map((number) => `\\\\.\\PhysicalDrive${number}`),
    };
  }

  private async untestable(found: FoundVolume, directory: string): Promise<Untestable> {
    switch (found.unreadable) {
      case "silent":
        return notAnswering(this.limit.limitMs);
      case "locked":
        return untestableReasons.locked;
      case "no-file-system":
        return untestableReasons.noFileSystem;
    }
    if (found.readOnly || isDisc(found)) {
      return untestableReasons.readOnly;
    }
    const refusal = await this.limit.askOr(
      found.mountPoint,
      () => whyNotUsable(this.system, directory),
      notAnswering,
    );
    const { freeBytes } = sized(found);
    const mount = { fileSystem: found.fileSystem, mountOptions: null };
    // If Windows lets this program query no size at all, unknown free space does not prevent a test.
    const isTold = found.totalBytes === 0 || found.freeBytes !== null;
    return (
      refusal ??
      (await tooLittleSpace(freeBytes, mount)) ??
      (isTold ? freeSpaceUnknown(freeBytes) : null)
    );
  }
}

/**
 * False for a disc drive that did not answer in time: it is not listed, because it is never
 * measured.
 */
function isNoSilentDisc({ facts, isDisc }: AskedVolume): boolean {
  return facts !== null || !isDisc;
}

/** A network drive, which cannot be looked into; `root` is `Z:\\`, or `\\\\server\\share\\`. */
function networkVolume(root: string, directory: string, chosen: boolean): Volume {
  const device = root.replace(/^([A-Z]:)\\$/i, "$1");
  return {
    mountPoint: device,
    fileSystem: null,
    mountOptions: null,
    device,
    totalBytes: null,
    freeBytes: null,
    encryption: null,
    drive: { ...unknownDrive, kind: "network" },
    ...toldByLinuxOnly,
    id: volumeId(device, chosen ? directory : ""),
    name: device,
    directory,
    chosen,
    system: false,
    untestable: untestableReasons.network,
    physicalDisks: [],
  };
}
