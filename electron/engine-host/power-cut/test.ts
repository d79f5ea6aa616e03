import type { HostError } from "#contract/drive-error";
import type { HostEvent, PowerCutFilesRequest } from "#contract/engine-messages";
import type { FlushModeId } from "#contract/flush-mode";
import { osErrorClass } from "#contract/os-error";
import { isLoss, type PowerCutFound } from "#contract/power-cut/state";
import type {
  NativeEngine,
  NativeFault,
  NativePowerCutPlaces,
  NativePowerCutPrepared,
  NativePowerCutReadBack,
  NativePowerCutSession,
} from "#native/index";
import { DriveWatch } from "../drive-gone";
import { EngineTask } from "../engine-task";
import {
  attempt,
  type FaultMoment,
  HostFault,
  hostErrorOf,
  refusalWords,
  sessionOf,
} from "../fault";
import { type HeldFolder, holdFolder } from "../held-folder";

type Held = Pick<HeldFolder, "whereabouts" | "close">;

/**
 * Interval, in milliseconds, at which acknowledged numbers are read and changes sent to the
 * witness: short, because a number that has not reached the witness when the power goes proves
 * nothing.
 */
const lookIntervalMs = 10;
const progressIntervalMs = 50;

/**
 * One half of a plug test: the writing before the power cut, or the reading after it. The engine's
 * own thread writes and acknowledges records; Node's thread reads the numbers a hundred times a
 * second and passes on the latest, so that a slow witness never holds the writer back.
 */
export class PowerCutRunner extends EngineTask<PowerCutFilesRequest> {
  private session: NativePowerCutSession | null = null;
  private reported: readonly number[] = [];
  private letGo: () => void = () => undefined;
  private readonly released = new Promise<void>((resolve) => {
    this.letGo = resolve;
  });

  constructor(
    request: PowerCutFilesRequest,
    emit: (event: HostEvent) => void,
    load?: () => NativeEngine,
    private readonly hold: (folder: string) => Promise<Held> = holdFolder,
    private readonly platform: NodeJS.Platform = process.platform,
  ) {
    super(request, emit, load);
  }

  /** Lets the writing begin. Called when the witness is connected and the files are prepared. */
  write(): void {
    this.letGo();
  }

  /**
   * Notes that the witness has confirmed every number acknowledged until this time; later records
   * contain this time.
   */
  witnessed(elapsedNs: number): void {
    this.session?.setWitnessed(elapsedNs);
  }

  /** Ends the writing or the reading that runs. The test's files stay on the drive. */
  override stop(): void {
    super.stop();
    this.session?.stop();
    this.letGo();
  }

  protected async work(engine: NativeEngine): Promise<void> {
    this.emit({ type: "engine", version: engine.version });
    const session = sessionOf(() => engine.openPowerCutSession());
    this.session = session;
    const close = () => {
      this.session = null;
      return session.close();
    };
    try {
      await (this.request.type === "power-cut-prepare"
        ? this.prepareAndWrite(session)
        : this.read(session));
    } catch (cause) {
      await close().catch(() => undefined); // an error while closing must not hide the first error
      throw cause;
    }
    await close();
  }

  private async prepareAndWrite(session: NativePowerCutSession): Promise<void> {
    const prepared = await this.attempt("preparing", session, () => session.prepare(this.files()));
    if (prepared === null) {
      return;
    }
    const folder = await this.hold(this.request.folder);
    try {
      await this.writeWhenReleased(session, prepared, folder);
    } finally {
      await folder.close();
    }
  }

  private async writeWhenReleased(
    session: NativePowerCutSession,
    prepared: NativePowerCutPrepared,
    folder: Held,
  ): Promise<void> {
    this.emit({
      type: "power-cut-prepared",
      modes: prepared.modes.map(({ refusal, nameRefusal, ...mode }) => ({
        ...mode,
        refusal: refusalWords(refusal),
        nameRefusal: refusalWords(nameRefusal),
      })),
      bytesWritten: prepared.bytesWritten,
    });
    await this.released;
    if (this.isStopped) {
      return;
    }
    const looking = setInterval(() => this.reportNumbers(session), lookIntervalMs);
    const ended = await session.run().finally(() => clearInterval(looking));
    this.reportNumbers(session);
    if (ended.fault) {
      const { acknowledged, failedAtNs, longestNs } = ended;
      if (failedAtNs !== null) {
        const numbers = numbersOf(this.request.modes, acknowledged);
        this.emit({ type: "power-cut-ended", ending: { numbers, failedAtNs, longestNs } });
      }
      throw new HostFault(await this.explained(hostErrorOf(ended.fault, "measuring"), folder));
    }
  }

  /**
   * Returns the loss of the drive if the folder's volume is gone, and the unchanged error if it is
   * not. macOS reports a lost drive with errors that do not name the loss.
   */
  private async explained(error: HostError, folder: Held): Promise<HostError> {
    if (isLoss(error)) {
      return error;
    }
    const unlisted = { listed: async () => null };
    const watch = await DriveWatch.begin(folder, unlisted, undefined, null, this.platform);
    const explained = await watch.explain(error);
    return isLoss(explained) ? explained : error;
  }

  private async read(session: NativePowerCutSession): Promise<void> {
    const found = await this.attempt("measuring", session, () => session.readBack(this.files()));
    if (found === null) {
      return;
    }
    const foreign = found.faults.find((fault) => !isOfVolume(fault));
    if (foreign) {
      throw new HostFault(hostErrorOf(foreign, "measuring"));
    }
    this.emit({ type: "power-cut-found", modes: messageOf(found) });
  }

  private files() {
    const { folder, modes, layout } = this.request;
    return { folder, modes, ...layout };
  }

  private attempt<T>(
    moment: FaultMoment,
    session: NativePowerCutSession,
    work: () => Promise<T>,
  ): Promise<T | null> {
    const looking = setInterval(() => {
      const { bytes, totalBytes } = session.snapshot();
      const isKnown = moment === "preparing";
      this.emit({ type: "power-cut-progress", bytes, totalBytes: isKnown ? totalBytes : null });
    }, progressIntervalMs);
    return attempt(moment, () => this.isStopped, work).finally(() => clearInterval(looking));
  }

  private reportNumbers(session: NativePowerCutSession): void {
    const snapshot = session.snapshot();
    const { acknowledged } = snapshot;
    const current = this.request.modes[snapshot.current];
    const isNew = acknowledged.some((number, place) => number !== (this.reported[place] ?? 0));
    if (current === undefined || !isNew) {
      return;
    }
    this.reported = acknowledged;
    this.emit({
      type: "power-cut-acknowledged",
      current,
      numbers: numbersOf(this.request.modes, acknowledged),
      operations: snapshot.operations,
      bytes: snapshot.bytes,
      elapsedNs: snapshot.elapsedNs,
    });
  }
}

/** The last acknowledged number of each mode that has acknowledged a record. */
function numbersOf(modes: readonly FlushModeId[], numbers: readonly number[]) {
  return modes.flatMap((mode, place) => {
    const number = numbers[place] ?? 0;
    return number > 0 ? [{ mode, number }] : [];
  });
}

/**
 * Whether this error makes a record count as unreadable. A resource limit or a missing permission
 * ends the reading instead, because such an error says nothing about the volume.
 */
function isOfVolume({ code }: NativeFault): boolean {
  // The engine returns UNEXPECTED_END at the end of a truncated file.
  return code === "UNEXPECTED_END" || ["medium", "damaged"].includes(osErrorClass(code));
}

/** The result of the read-back as plain data, with errors in words. */
export function messageOf({ modes }: NativePowerCutReadBack): PowerCutFound[] {
  const ids = modes.map(({ mode }) => mode);
  return modes.map(({ mode, missing, fault, slots, log, names, newest }) => ({
    mode,
    missing,
    fault: refusalWords(fault),
    slots: placesMessage(slots),
    log: placesMessage(log),
    newest: newest && { ...newest, returned: numbersOf(ids, newest.returned) },
    names: [...names],
  }));
}

function placesMessage({ fault, witnessedNs, ...rest }: NativePowerCutPlaces) {
  return {
    ...rest,
    fault: refusalWords(fault),
    // For a part of a file without a whole record the engine returns a negative time, but the
    // contract requires 0.
    witnessedNs: witnessedNs.map((time) => Math.max(0, time)),
  };
}
