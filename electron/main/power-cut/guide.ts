import { notTestable } from "#contract/drive-error";
import type { FolderProblem, SetAside } from "#contract/history";
import {
  type CutQuestion,
  type FoundPowerCutTest,
  type GuideRecord,
  type OpenPowerCutTest,
  offerFor,
  type PowerCutGuide,
  type PowerCutState,
  takeStep,
} from "#contract/power-cut/state";
import { type CutDeed, powerCutFileBytes } from "#contract/power-cut/test";
import type { ModeNumber, WitnessOffer, WitnessRequest } from "#contract/power-cut/witness";
import type { Volume } from "#contract/volume";
import { formatList } from "#text/format";
import { tooLittleSpace } from "#text/inspection/untestable";
import { powerCutRefusals } from "#text/power-cut/refusals";
import { refuseForeign } from "../files/foreign-folder";
import { isThere } from "../files/places";
import type { SpawnEngine } from "../hosts/engine-process";
import { checkVolume } from "../inspection/inspection-service";
import { offerWitnesses, type Surroundings, ticketFor } from "../witness/choice";
import { firstMoment, type GuideMoment, guidePicture } from "../witness/guide-picture";
import { acknowledgedBy } from "../witness/held";
import { Witness } from "../witness/witness";
import type { WitnessStatus } from "../witness/witness-process";
import { deedsFor } from "./deeds";
import { type FoundFolder, findPowerCutFolder } from "./find-folder";
import type { ReadBackPowerCutTest } from "./report";
import { newPowerCutPlan, type PowerCutService } from "./service";
import {
  findPowerCutTest,
  movedTo,
  newGuideRecord,
  type PowerCutStore,
  recordOfFoundTest,
} from "./store";

export interface PowerCutGuideParts extends Surroundings {
  readonly powerCutTest: PowerCutService;
  readonly spawnWitness: SpawnEngine<WitnessRequest>;
  readonly describeFolder: (directory: string) => Promise<Volume>;
  /** Why this computer cannot save the test's record; `null` if it can. */
  readonly keepingProblem: () => Promise<FolderProblem | null>;
  /** Creates the report of a finished test and adds it to the history. */
  readonly keepReport: (finished: ReadBackPowerCutTest) => Promise<void>;
  /** Called when the guide has changed, at most five times a second. */
  readonly onChange: (guide: PowerCutGuide | null) => void;
}

const changeIntervalMs = 200;

/**
 * Guides one plug test in the window: connects the witness, writes the records before the power cut
 * and reads them back after it. Every step is recorded before it happens.
 */
export class PowerCutGuideService {
  private readonly powerCutTest: PowerCutService;
  private readonly store: PowerCutStore;
  private moment: GuideMoment = firstMoment;
  private readonly witness: Witness;
  private letBegin: () => void = () => undefined;
  private writing: Promise<void> = Promise.resolve();
  private changeTimer: NodeJS.Timeout | null = null;
  /** The folder that the last removal of a test left, because it holds other files. */
  private left: string | null = null;

  constructor(private readonly parts: PowerCutGuideParts) {
    this.powerCutTest = parts.powerCutTest;
    this.store = parts.powerCutTest.store;
    this.store.onChange = () => this.changed();
    this.witness = new Witness({
      spawnWitness: parts.spawnWitness,
      listVolumes: parts.listVolumes,
      ticket: () => this.store.current()?.ticket ?? null,
      onStatus: (status) => this.heard(status),
    });
  }

  /**
   * Loads the record of an earlier session and connects to its witness; called once, at the start.
   * Resolves with the unreadable file that was renamed, if any.
   */
  async load(): Promise<SetAside | null> {
    const setAside = await this.store.load();
    const { ticket, state } = this.store.current() ?? {};
    this.moment = { ...firstMoment, live: false, prepared: true };
    if (ticket && state && offerFor(state) === "finish") {
      this.witness.meet(ticket, true);
    } else if (ticket?.place.kind === "page" && state?.result) {
      // The test has a result: reconnects, so that the phone's page shows that the test is
      // finished.
      this.witness.meet(ticket, true);
      this.witness.setStage("finished");
    }
    return setAside;
  }

  current(): PowerCutGuide | null {
    const record = this.store.current();
    return record && guidePicture(record, this.moment);
  }

  offerWitnesses(volumeId: string): Promise<WitnessOffer> {
    return offerWitnesses(this.parts, volumeId);
  }

  /**
   * Finds a plug test on the volume, of which this computer has no record. `null` if the volume has
   * none, or if this computer has a test in progress.
   */
  async found(volumeId: string): Promise<FoundPowerCutTest | null> {
    if (this.store.current()) {
      return null;
    }
    const found = await findPowerCutTest(await this.parts.currentVolume(volumeId));
    return found && { folder: found.folder, offer: found.offer, createdAt: found.createdAt };
  }

  /**
   * Resumes the test that `found` returned, from the state beside its files. Throws a `DriveFault`.
   */
  async resume(volumeId: string): Promise<void> {
    const record = await recordOfFoundTest(await this.parts.currentVolume(volumeId));
    if (this.store.current()) {
      throw notTestable(powerCutRefusals.noneFoundToFinish());
    }
    this.forget();
    this.moment = { ...firstMoment, live: false, prepared: true };
    this.store.set(record);
    await this.store.saveRecord();
  }

  /**
   * Removes the found test; false if its folder stays because it holds files that are not the
   * test's.
   */
  async removeFound(volumeId: string): Promise<boolean> {
    const found = await findPowerCutTest(await this.parts.currentVolume(volumeId));
    if (this.store.current()) {
      throw notTestable(powerCutRefusals.exists());
    }
    return found === null || this.powerCutTest.removeFound(found.folder);
  }

  /** Connects to the witness; writes nothing to the drive yet. Throws a `DriveFault`. */
  async open(request: OpenPowerCutTest): Promise<void> {
    if (this.store.current() && this.moment.prepared) {
      throw notTestable(powerCutRefusals.exists());
    }
    const problem = await this.parts.keepingProblem();
    if (problem) {
      throw notTestable(powerCutRefusals.nothingKept({ folder: problem.path }));
    }
    const volume = await this.parts.currentVolume(request.volumeId);
    const modes = request.modes.map(({ mode }) => mode);
    const plan = newPowerCutPlan(volume, modes);
    checkVolume(volume, false, {
      bytes: powerCutFileBytes(plan.layout, modes.length),
      refusal: tooLittleSpace.powerCutTest,
    });
    const ticket = await ticketFor(request, volume, plan.testId, this.parts);
    this.forget();
    this.store.set(newGuideRecord(volume, plan, ticket));
    if (ticket) {
      this.witness.meet(ticket, false);
    }
  }

  /** Creates the test files. Rejects with a `DriveFault`. */
  prepare(): Promise<void> {
    const record = this.store.current();
    if (!record || this.moment.prepared) {
      throw notTestable(powerCutRefusals.nothingToPrepare());
    }
    this.set({ prepared: true });
    this.witness.beginAnew();
    const mayWrite = new Promise<void>((resolve) => {
      this.letBegin = resolve;
    });
    return new Promise((resolve, reject) => {
      const written = this.powerCutTest.write(record.state.plan, mayWrite, {
        onState: ({ stage }) => {
          this.set({ progress: null });
          if (stage === "ready") {
            resolve();
          } else if (stage === "writing") {
            this.witness.setStage("writing");
          } else if (stage === "drive-lost" || stage === "stopped") {
            // the computer stayed on, so the witness need not wait for its restart
            this.witness.setStage("returned");
          }
        },
        onProgress: (bytes, totalBytes) => this.set({ progress: { bytes, totalBytes } }),
        onAcknowledged: ({ numbers, elapsedNs, current, operations }) => {
          this.witness.acknowledge(current, numbers, elapsedNs);
          if (record.ticket === null) {
            // Without another witness this computer is the witness: it holds the numbers that the
            // engine acknowledged.
            const held = numbers.map((number) => ({ ...number, elapsedNs }));
            this.store.hold(held);
            this.powerCutTest.confirm(this.witness.confirmedBy(held));
          }
          this.set({ acknowledged: numbers, operations });
        },
      });
      this.writing = written.then(
        (state) => {
          resolve();
          return this.afterWriting(state);
        },
        (error: unknown) => {
          reject(error);
          return this.afterWriting(this.store.current()?.state ?? null);
        },
      );
    });
  }

  /** Lets the writing begin; called once the witness is connected and the user is ready. */
  startWriting(): void {
    this.letBegin();
  }

  /** Resolves when nothing is written any more: the writing has ended, or could not begin. */
  async ended(): Promise<void> {
    await this.writing;
  }

  /** Asks the witness to show that the power is to be cut; called when the countdown ends. */
  askForCut(): void {
    this.witness.setStage("cut");
  }

  /** Ends the writing; a test that has not begun to write is removed. Idempotent. */
  async stop(): Promise<void> {
    if (!this.moment.prepared) {
      this.forget();
    }
    this.powerCutTest.stop();
    await this.writing;
  }

  /**
   * Serves the witness's page at another address of this computer, which has lost the old one. The
   * saved record keeps the old address: the phone that holds the numbers knows only that one.
   */
  meetAt(address: string): void {
    const ticket = this.store.current()?.ticket;
    if (ticket?.place.kind !== "page") {
      throw notTestable(powerCutRefusals.noPage());
    }
    this.witness.meet({ ...ticket, place: { ...ticket.place, address } }, true);
    this.changed();
  }

  /** Checks a record number that the user typed; false if its check word does not match. */
  enterTyped(typed: ModeNumber & { readonly checkWord: string }): Promise<boolean> {
    return this.witness.enterTyped(typed);
  }

  /** The question to ask before the read-back. Throws a `DriveFault` if the drive is missing. */
  async cutQuestion(): Promise<CutQuestion> {
    const { state, record } = await this.foundAgain();
    const { shown, restarted } = await this.powerCutTest.lookForCut(state);
    return { shown, said: record.deed, deeds: deedsFor(record.volume.drive, restarted) };
  }

  /** Saves the user's answer about what was done to the drive, on which the result depends. */
  say(deed: CutDeed): Promise<void> {
    return this.store.say(deed);
  }

  /** Reads the records back and judges them by the witness's numbers. Throws a `DriveFault`. */
  async finish(): Promise<void> {
    const { state, record } = await this.foundAgain();
    // An error from saving the report must not cost the user the result.
    let reportFault: Error | null = null;
    const { result } = await this.powerCutTest
      .finish(state, acknowledgedBy(record.held), record.deed, {
        onProgress: (bytes, totalBytes) => this.set({ progress: { bytes, totalBytes } }),
        onResult: (finished) =>
          this.parts.keepReport(finished).catch((error: Error) => {
            reportFault = notTestable(powerCutRefusals.reportNotKept({ reason: error.message }));
          }),
      })
      .finally(() => this.set({ progress: null }));
    if (result) {
      this.witness.setStage("finished");
    }
    if (reportFault) {
      throw reportFault;
    }
  }

  /**
   * Records that the removal begins, then removes the current test. False if its folder stays
   * because it holds files that are not the test's.
   */
  async discard(): Promise<boolean> {
    await this.stop();
    const record = this.store.current();
    if (!record) {
      return true;
    }
    const { state } = record;
    const folder = (await this.lookFor(record)).folder ?? state.plan.folder;
    this.witness.leave();
    this.set({ removedFrom: this.moment.removedFrom ?? state.stage });
    await this.store.keep(takeStep(state, { type: "removal-begins" }));
    const isGone = await this.powerCutTest.remove(folder);
    this.forget();
    this.left = isGone ? null : folder;
    return isGone;
  }

  /** The folder that the last removal left; `null` if it left none. */
  async folderLeft(): Promise<string | null> {
    return this.left !== null && (await isThere(this.left)) ? this.left : null;
  }

  /** Called when the window closes: ends the writing; saved records stay. */
  async close(): Promise<void> {
    this.powerCutTest.stop();
    await this.writing;
    this.witness.leave();
    if (this.changeTimer) {
      clearTimeout(this.changeTimer);
    }
  }

  private heard(status: WitnessStatus): void {
    this.set({ status });
    if (status.place && !this.moment.prepared) {
      this.store.setPlace(status.place);
    }
    // While the engine writes, the numbers that the witness holds are confirmed, but not saved each
    // time.
    const { stage, writingSince = null } = this.store.current()?.state ?? {};
    if (writingSince !== null && this.moment.live && stage === "writing") {
      this.powerCutTest.confirm(this.witness.confirmedBy(status.progress.held));
    } else if (writingSince !== null) {
      void this.store.collect(status.progress.held);
    }
  }

  /**
   * After the writing has ended with the computer still on: saves the witness's numbers, or forgets
   * a test that never began to write.
   */
  private async afterWriting(state: PowerCutState | null): Promise<void> {
    if (!state || state.writingSince === null) {
      this.forget();
      return;
    }
    await this.store.collect(this.moment.status?.progress.held ?? []);
  }

  /**
   * Ends the writing, then finds the test to be read back and the current path of its folder. Throws a
   * `DriveFault` if no connected drive has the folder.
   */
  private async foundAgain(): Promise<{ state: PowerCutState; record: GuideRecord }> {
    this.powerCutTest.stop(); // the writing may still be waiting for the drive
    await this.writing;
    const record = this.store.toFinish();
    const { folder, unread } = await this.lookFor(record);
    if (folder === null) {
      const { driveMissing, driveMissingOrUnread } = powerCutRefusals;
      throw notTestable(
        unread.length === 0 ? driveMissing() : driveMissingOrUnread({ names: formatList(unread) }),
      );
    }
    await refuseForeign(folder);
    return { record, state: movedTo(record.state, folder) };
  }

  private async lookFor(record: GuideRecord): Promise<FoundFolder> {
    return findPowerCutFolder(record, await this.parts.listVolumes(), this.parts.describeFolder);
  }

  private forget(): void {
    this.witness.leave();
    this.moment = firstMoment;
    this.store.set(null);
  }

  private set(changes: Partial<GuideMoment>): void {
    this.moment = { ...this.moment, ...changes };
    this.changed();
  }

  private changed(): void {
    this.changeTimer ??= setTimeout(() => {
      this.changeTimer = null;
      this.parts.onChange(this.current());
    }, changeIntervalMs);
  }
}
