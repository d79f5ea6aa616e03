import { notTestable } from "#contract/drive-error";
import type { SetAside } from "#contract/history";
import type { GuideRecord } from "#contract/power-cut/guide";
import type { PowerCutPlan } from "#contract/power-cut/plan";
import { newPowerCutState, type PowerCutState } from "#contract/power-cut/state";
import type { HeldNumber, WitnessTicket } from "#contract/power-cut/witness";
import type { Volume } from "#contract/volume";
import { powerCutRefusals } from "#text/power-cut/refusals";
import type { DurableFile } from "../files/durable-file";
import { withNews } from "../witness/held";
import { keepBesideFiles, storeIn } from "./files";

/** The record that is saved from the test's first step on. */
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
 * The record of the one plug test, in memory and on disk, to be found after the power cut. Only
 * `announce`, `keep`, `say`, `collect` and `remove` write to a disk; they reject with the system's
 * error.
 */
export class PowerCutRecord {
  private record: GuideRecord | null = null;

  constructor(
    private readonly store: DurableFile<GuideRecord>,
    private readonly onChange: () => void,
    /** Removes the files of a test; resolves with whether its folder is gone. */
    private readonly removeFolder: (folder: string) => Promise<boolean>,
  ) {}

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

  /** Loads the record of an earlier session; renames a file that cannot be read. */
  async load(): Promise<{
    readonly record: GuideRecord | null;
    readonly setAside: SetAside | null;
  }> {
    const { value, setAside } = await this.store.readOrSetAside("plug-test");
    this.record = value;
    return { record: value, setAside };
  }

  /** Starts a new test, in memory only; `null` forgets the current one. */
  set(record: GuideRecord | null): void {
    this.record = record;
    this.onChange();
  }

  /**
   * The server may have had to use another port than requested; the first step saves the real one.
   */
  setPlace(place: WitnessTicket["place"]): void {
    if (this.record?.ticket) {
      this.record = { ...this.record, ticket: { ...this.record.ticket, place } };
    }
  }

  /** Saves the record before the test's folder is created. */
  async announce(): Promise<void> {
    if (this.record) {
      await this.store.save(this.record);
    }
  }

  async keep(state: PowerCutState): Promise<void> {
    const before = this.record;
    if (!before) {
      return;
    }
    // In memory first: a concurrent save must not write the old state.
    this.record = { ...before, state };
    try {
      await this.store.save(this.record);
      await keepBesideFiles(state);
    } catch (error) {
      this.record = { ...this.record, state: before.state };
      throw error;
    }
    this.onChange();
  }

  /** Adds numbers that the witness holds, the higher of each mode; in memory only. */
  hold(numbers: readonly HeldNumber[]): void {
    const { record } = this;
    const held = withNews(record?.held ?? [], numbers);
    if (record && held !== record.held) {
      this.record = { ...record, held: [...held] };
      this.onChange();
    }
  }

  /** Saves the user's answer about what was done. */
  async say(deed: GuideRecord["deed"]): Promise<void> {
    if (this.record && this.record.deed !== deed) {
      this.record = { ...this.record, deed };
      await this.store.save(this.record);
    }
  }

  /** Saves the numbers that the witness returned, so that it need not send them twice. */
  async collect(held: readonly HeldNumber[]): Promise<void> {
    const before = this.record?.held;
    this.hold(held);
    if (this.record && this.record.held !== before) {
      await this.store.save(this.record);
    }
  }

  /**
   * Removes the test's files in `folder` (`null`: none were made) and then its record. Resolves
   * with false if files that are not ours keep the folder.
   */
  async remove(folder: string | null): Promise<boolean> {
    const testId = this.record?.state.plan.testId;
    const there = folder === null ? null : await storeIn(folder).read();
    // The folder may be on another drive mounted there, or hold a test from the command line.
    const isOurs = there === null || there.plan.testId === testId;
    const isGone = folder === null || !isOurs || (await this.removeFolder(folder));
    await this.store.remove();
    this.set(null);
    return isGone;
  }
}
