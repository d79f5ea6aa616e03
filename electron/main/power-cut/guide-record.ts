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

/** What is kept of a test from its first step on. */
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
 * What is known of the one plug test, in memory and where it is found after the power cut. Only
 * `announce`, `keep`, `say`, `collect` and `remove` reach a drive; they reject with the error of the system.
 */
export class PowerCutRecord {
  private record: GuideRecord | null = null;

  constructor(
    private readonly store: DurableFile<GuideRecord>,
    private readonly onChange: () => void,
    /** Removes the files of a test; tells whether its folder is gone. */
    private readonly removeFolder: (folder: string) => Promise<boolean>,
  ) {}

  current(): GuideRecord | null {
    return this.record;
  }

  /** The test to read back. Throws a `DriveFault` when there is none, or a part of it only. */
  toFinish(): GuideRecord {
    if (!this.record || this.record.state.writingSince === null) {
      throw notTestable(powerCutRefusals.noneToFinish());
    }
    if (this.record.state.stage === "removing") {
      throw notTestable(powerCutRefusals.partlyRemoved());
    }
    return this.record;
  }

  /** Finds what an earlier sitting has left; a file that cannot be read is set aside. */
  async load(): Promise<{
    readonly record: GuideRecord | null;
    readonly setAside: SetAside | null;
  }> {
    const { value, setAside } = await this.store.readOrSetAside("plug-test");
    this.record = value;
    return { record: value, setAside };
  }

  /** A new test, in memory only; `null` forgets the one there was. */
  set(record: GuideRecord | null): void {
    this.record = record;
    this.onChange();
  }

  /** The port may not be the one wished for; the first step keeps the one it has become. */
  setPlace(place: WitnessTicket["place"]): void {
    if (this.record?.ticket) {
      this.record = { ...this.record, ticket: { ...this.record.ticket, place } };
    }
  }

  /** The folder is about to be made. */
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
    // In memory first: whatever else is saved meanwhile must not bring the old state back.
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

  /** Numbers the test will be judged by, the higher of each mode; in memory only. */
  hold(numbers: readonly HeldNumber[]): void {
    const { record } = this;
    const held = withNews(record?.held ?? [], numbers);
    if (record && held !== record.held) {
      this.record = { ...record, held: [...held] };
      this.onChange();
    }
  }

  /** Keeps what the person says was done. */
  async say(deed: GuideRecord["deed"]): Promise<void> {
    if (this.record && this.record.deed !== deed) {
      this.record = { ...this.record, deed };
      await this.store.save(this.record);
    }
  }

  /** Keeps what the witness has handed back, so that it need not do so twice. */
  async collect(held: readonly HeldNumber[]): Promise<void> {
    const before = this.record?.held;
    this.hold(held);
    if (this.record && this.record.held !== before) {
      await this.store.save(this.record);
    }
  }

  /**
   * Removes the test's files in `folder` (`null`: none were made) and then what was kept of it.
   * False when something that is not ours keeps the folder.
   */
  async remove(folder: string | null): Promise<boolean> {
    const testId = this.record?.state.plan.testId;
    const there = folder === null ? null : await storeIn(folder).read();
    // Another drive may be mounted there, or a test from the command line.
    const isOurs = there === null || there.plan.testId === testId;
    const isGone = folder === null || !isOurs || (await this.removeFolder(folder));
    await this.store.remove();
    this.set(null);
    return isGone;
  }
}
