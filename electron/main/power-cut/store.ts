import { lstat } from "node:fs/promises";
import { notTestable } from "#contract/drive-error";
import type { SetAside } from "#contract/history";
import {
  type FoundPowerCutTest,
  type GuideRecord,
  newPowerCutState,
  offerFor,
  type PowerCutState,
  takeStep,
} from "#contract/power-cut/state";
import type { PowerCutPlan } from "#contract/power-cut/test";
import type { HeldNumber, WitnessTicket } from "#contract/power-cut/witness";
import type { Volume } from "#contract/volume";
import { powerCutRefusals } from "#text/power-cut/refusals";
import type { DurableFile } from "../files/durable-file";
import { withNews } from "../witness/held";
import {
  isRemovalBegun,
  keepBesideFiles,
  powerCutFolderIn,
  type RemovePowerCutFiles,
  removePowerCutFolder,
  stateFileIn,
} from "./files";
import type { RemovedPowerCutTests } from "./removed-tests";

export interface PowerCutStoreParts {
  /**
   * The file in the program's own folder that records a test started in the window. `null` on the
   * command line, which keeps no record: the program that reads DriveProof's output is the witness.
   */
  readonly record: DurableFile<GuideRecord> | null;
  readonly removeFiles: RemovePowerCutFiles;
  readonly removed: Pick<RemovedPowerCutTests, "note" | "includes">;
}

/**
 * Everything kept of plug tests, for the window and for the command line. Both use the state beside
 * a test's files, so either can finish what the other began. The window also has a record of its
 * one test, in memory and on disk, with the witness's numbers. Only `saveRecord`, `keep`, `say`,
 * `collect` and the removals write to a disk; they reject with the system's error.
 */
export class PowerCutStore {
  onChange: () => void = () => undefined;
  private record: GuideRecord | null = null;

  constructor(private readonly parts: PowerCutStoreParts) {}

  current(): GuideRecord | null {
    return this.record;
  }

  /** The test to read back. Throws a `DriveFault` if there is none or it is partly removed. */
  toFinish(): GuideRecord {
    if (!this.record || this.record.state.writingSince === null) {
      throw notTestable(powerCutRefusals.noneToFinish());
    }
    if (this.record.state.stage === "removing") {
      throw notTestable(powerCutRefusals.partlyRemoved());
    }
    return this.record;
  }

  /** Resolves with the unreadable record that was renamed, or with `null`. */
  async load(): Promise<SetAside | null> {
    const kept = await this.parts.record?.readOrSetAside("plug-test");
    this.record = kept?.value ?? null;
    return kept?.setAside ?? null;
  }

  /** Changes the record in memory only; `null` forgets the window's test. */
  set(record: GuideRecord | null): void {
    this.record = record;
    this.onChange();
  }

  /** Changes the witness's address in memory: the page may be served at another port. */
  setPlace(place: WitnessTicket["place"]): void {
    if (this.record?.ticket) {
      this.record = { ...this.record, ticket: { ...this.record.ticket, place } };
    }
  }

  async saveRecord(): Promise<void> {
    if (this.record) {
      await this.parts.record?.save(this.record);
    }
  }

  /**
   * Saves a state in the record and beside the test's files, so that it survives the power cut.
   * Call before the step that the state names. Rejects with the system's error.
   */
  async keep(state: PowerCutState): Promise<void> {
    const before = this.record;
    // Changes the record before it is saved: a save that runs at the same time must not write the
    // old state.
    this.record = before && { ...before, state };
    try {
      await this.saveRecord();
      await keepBesideFiles(state);
    } catch (error) {
      this.record = this.record && before && { ...this.record, state: before.state };
      throw error;
    }
    this.onChange();
  }

  /** Adds record numbers that the witness holds, in memory only; of each mode the higher stays. */
  hold(numbers: readonly HeldNumber[]): void {
    const { record } = this;
    const held = withNews(record?.held ?? [], numbers);
    if (record && held !== record.held) {
      this.set({ ...record, held: [...held] });
    }
  }

  async say(deed: GuideRecord["deed"]): Promise<void> {
    if (this.record && this.record.deed !== deed) {
      this.record = { ...this.record, deed };
      await this.saveRecord();
    }
  }

  /** Saves the numbers that the witness has sent, so that it need not send them twice. */
  async collect(held: readonly HeldNumber[]): Promise<void> {
    const before = this.record?.held;
    this.hold(held);
    if (this.record?.held !== before) {
      await this.saveRecord();
    }
  }

  /**
   * Throws if this program may have removed the test: finishing it would blame the drive for the
   * loss.
   */
  async refuseRemoved(plan: PowerCutPlan): Promise<void> {
    const isBegun = await isRemovalBegun(plan.folder);
    if (isBegun === true) {
      throw notTestable(powerCutRefusals.partlyRemoved());
    }
    const isRemoved = isBegun === null ? await this.parts.removed.includes(plan) : false;
    if (isRemoved !== false) {
      throw notTestable(isRemoved ? powerCutRefusals.removed() : powerCutRefusals.maybeRemoved());
    }
  }

  /**
   * Removes the test's files in `folder` (`null` if none were made) and then the test's record.
   * False if the folder stays because it holds files that are not the test's.
   */
  async remove(folder: string | null): Promise<boolean> {
    const { record } = this;
    const there = folder === null || record === null ? null : await stateFileIn(folder).read();
    // The folder may have another test: another drive may be mounted at the path, or the command
    // line may have begun a test in it.
    const isOurs = there === null || there.plan.testId === record?.state.plan.testId;
    const isGone = folder === null || !isOurs || (await this.removeFolder(folder));
    await this.parts.record?.remove();
    this.set(null);
    return isGone;
  }

  /** Removes a test without a record on this computer; resolves with whether its folder is gone. */
  removeFolder(folder: string): Promise<boolean> {
    return removePowerCutFolder(folder, this.parts.removeFiles, this.parts.removed);
  }
}

/** The record of a new test, which is saved from the first step on. */
export function newGuideRecord(
  { name, directory, mountPoint, fileSystem, totalBytes, drive }: Volume,
  plan: PowerCutPlan,
  ticket: WitnessTicket | null,
): GuideRecord {
  return {
    formatVersion: 1,
    volume: { name, directory, mountPoint, fileSystem, totalBytes, drive },
    state: newPowerCutState(plan),
    ticket,
    held: [],
    deed: null,
    witnessLost: false,
  };
}

/**
 * The plug test in the folder that a new test on this volume would use; `null` if there is none.
 * Its `state` has the folder's present path, as the drive may be mounted elsewhere now.
 */
export async function findPowerCutTest({
  directory,
}: Pick<Volume, "directory">): Promise<
  (FoundPowerCutTest & { state: PowerCutState | null }) | null
> {
  const folder = powerCutFolderIn(directory);
  const status = await lstat(folder).catch(() => null);
  if (status === null) {
    return null;
  }
  const noted = await stateFileIn(folder).read();
  const isInPart = noted !== null && (await isRemovalBegun(folder)) === true;
  const state = isInPart ? takeStep(noted, { type: "removal-begins" }) : noted;
  const offer = state ? offerFor(state) : status.isDirectory() ? "unreadable" : "foreign";
  const createdAt = state?.plan.createdAt ?? null;
  return { folder, offer, createdAt, state: state && movedTo(state, folder) };
}

export function movedTo(state: PowerCutState, folder: string): PowerCutState {
  return { ...state, plan: { ...state.plan, folder } };
}

/** Makes a record from the state beside a found test's files. Throws a `DriveFault`. */
export async function recordOfFoundTest(volume: Volume): Promise<GuideRecord> {
  const { state } = (await findPowerCutTest(volume)) ?? {};
  if (!state) {
    throw notTestable(powerCutRefusals.noneFoundToFinish());
  }
  return { ...newGuideRecord(volume, state.plan, null), state, witnessLost: true };
}
