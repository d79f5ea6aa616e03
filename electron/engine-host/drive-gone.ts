import { setTimeout as sleep } from "node:timers/promises";
import { type DriveErrorCode, type HostError, hostError } from "#contract/drive-error";
import type { WorkloadId } from "#contract/workloads/index";
import { say } from "./fault";
import type { HeldFolder } from "./held-folder";
import type { DeviceEvidence } from "./readings/device-evidence";
import type { FileSystemErrors } from "./readings/file-system-errors";

/**
 * How many times to check after an error whether the drive is gone: I/O on an unplugged drive fails
 * at once, but the system removes the drive from its list a moment later.
 */
const looks = 5;
const betweenLooksMs = 200;

/**
 * How many times to check after an error on macOS, which has no list of drives. After a drive is
 * pulled out, macOS answers EIO, EBUSY or EACCES (IOService::errnoFromReturn), and ENOTDIR once
 * another program (diskarbitrationd) has unmounted the volume, a moment later.
 */
const looksOnMac = 15;
const codesOfRemovalOnMac: readonly DriveErrorCode[] = [
  "drive-error",
  "access-blocked",
  "no-permission",
  "not-a-directory",
  "unclear",
];

/**
 * Interval of the checks whether the drive is there, in milliseconds. More frequent checks would
 * wake a processor that is being measured.
 */
const watchIntervalMs = 1000;

/** Longest wait, in milliseconds, for the measuring thread to return from a drive that is gone. */
const giveUpMs = 5000;

type Evidence = Pick<DeviceEvidence, "listed">;
type Folder = Pick<HeldFolder, "whereabouts">;
type Recorded = Pick<FileSystemErrors, "blameDrive">;
type Absence = "gone" | "moved";

/**
 * Watches whether the inspected folder is still at its path and on its drive. An unplugged drive
 * causes the same errors as a broken file system; the drive counts as gone only if its volume has
 * left the path or the system no longer lists the drive.
 */
export class DriveWatch {
  during: WorkloadId | null = null;
  private readonly explained = new WeakSet<HostError>();

  private constructor(
    private readonly folder: Folder,
    private readonly evidence: Evidence,
    private readonly listedBefore: readonly string[],
    private readonly wait: (ms: number) => Promise<unknown>,
    private readonly recorded: Recorded | null,
    private readonly platform: NodeJS.Platform,
  ) {}

  static async begin(
    folder: Folder,
    evidence: Evidence,
    wait: (ms: number) => Promise<unknown> = sleep,
    recorded: Recorded | null = null,
    platform: NodeJS.Platform = process.platform,
  ): Promise<DriveWatch> {
    const listed = (await evidence.listed()) ?? [];
    return new DriveWatch(folder, evidence, listed, wait, recorded, platform);
  }

  /**
   * Checks once a second from now on, and calls `onAbsent` when the folder or its drive is gone.
   * Returns the running checks, to end them.
   */
  keepLooking(onAbsent: () => void): Vigil {
    return new Vigil(() => this.look(), onAbsent);
  }

  /**
   * The error that says what happened to the folder; `null` while the folder is at its path. Never
   * rejects.
   */
  private async look(): Promise<HostError | null> {
    const absence = await this.absence();
    return absence && this.errorOf(absence);
  }

  /**
   * Returns the error, or the cause behind it: the folder or its drive is gone, or the file system
   * had recorded a drive error before it became read-only. After an error that a removed drive
   * causes, the checks go on for a while, because the system may list or mount the drive a moment
   * longer. Each error is explained only once.
   */
  async explain(error: HostError): Promise<HostError> {
    if (error.code === "wrong-data" || this.explained.has(error)) {
      return error;
    }
    const explained = await this.reasonOf(await this.causeOf(error));
    this.explained.add(explained);
    return explained;
  }

  private async causeOf(error: HostError): Promise<HostError> {
    const mayFollow = error.code === "read-only" || error.code === "unclear";
    if (!mayFollow || !(await this.recorded?.blameDrive())) {
      return error;
    }
    const { syscall, osCode, offset } = error;
    const said = say("error.drive-error-recorded", { syscall: syscall ?? "", osCode: osCode ?? 0 });
    return hostError("drive-error", [said], { syscall, osCode, offset });
  }

  private async reasonOf(error: HostError): Promise<HostError> {
    const most = this.looksFor(error);
    for (let look = 0; look < most; look += 1) {
      if (look > 0) {
        await this.wait(betweenLooksMs);
      }
      const absence = await this.absence();
      if (absence !== null) {
        return this.errorOf(absence, error);
      }
    }
    return error.code === "volume-gone"
      ? this.errorOf("gone", error)
      : { ...error, during: this.during };
  }

  private looksFor({ code }: HostError): number {
    if (this.platform === "darwin") {
      return codesOfRemovalOnMac.includes(code) ? looksOnMac : 1;
    }
    return code === "drive-error" && this.listedBefore.length > 0 ? looks : 1;
  }

  private async absence(): Promise<Absence | null> {
    const listed = this.listedBefore.length > 0 ? await this.evidence.listed() : null;
    if (listed && this.listedBefore.some((device) => !listed.includes(device))) {
      return "gone";
    }
    switch (await this.folder.whereabouts()) {
      case "here":
        return null;
      case "moved":
        return "moved";
      case "elsewhere":
        return "gone";
    }
  }

  private errorOf(absence: Absence, error?: HostError): HostError {
    const { during } = this;
    const { syscall = null, osCode = null, offset = null } = error ?? {};
    const details = { syscall, osCode, offset, during };
    return absence === "gone"
      ? hostError("volume-gone", [say("error.drive-removed", { during })], details)
      : hostError("path-missing", [say("error.folder-moved", { during })], details);
  }
}

/**
 * Checks again and again whether the folder is at its path, until the folder is gone or the
 * inspection ends.
 */
class Vigil {
  error: HostError | null = null;
  /** Resolves `giveUpMs` after the folder is gone, in case the measuring thread never returns. */
  readonly givenUp: Promise<null>;
  private readonly ending = new AbortController();

  constructor(look: () => Promise<HostError | null>, onAbsent: () => void) {
    this.givenUp = this.watch(look, onAbsent);
  }

  end(): void {
    this.ending.abort();
  }

  private async watch(look: () => Promise<HostError | null>, onAbsent: () => void): Promise<null> {
    const { signal } = this.ending;
    const wait = (ms: number) => sleep(ms, null, { signal }).catch(() => null);
    while (this.error === null) {
      await wait(watchIntervalMs);
      if (signal.aborted) {
        return null;
      }
      this.error = await look();
    }
    onAbsent();
    return wait(giveUpMs);
  }
}
