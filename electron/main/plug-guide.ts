import { DriveFault, driveError } from "../contract/drive-error";
import type { GuideRecord, OpenPlugTest, PlugGuide, WitnessOffer } from "../contract/plug-guide";
import { type PlugState, type PlugTest, plugFileBytes } from "../contract/power-cut";
import { newPlugState } from "../contract/power-cut-stage";
import type { Volume } from "../contract/volume";
import type { HeldNumber, ModeNumber, WitnessRequest, WitnessTicket } from "../contract/witness";
import type { SpawnEngine } from "./engine-process";
import { findPlugFolder } from "./find-plug-folder";
import { checkVolume } from "./inspection-service";
import type { ReadBackPlugTest } from "./plug-report";
import { keepBesideFiles, removePlugFolder } from "./power-cut-files";
import { newPlugPlan, type PlugTestDependencies, type PlugTestService } from "./power-cut-service";
import type { DurableFile } from "./power-cut-store";
import { offerWitnesses, type Surroundings, ticketFor } from "./witness/choice";
import { firstMoment, type GuideMoment, guidePicture } from "./witness/guide-picture";
import { acknowledgedBy, withNews } from "./witness/held";
import { Meeting } from "./witness/meeting";
import { findWitnessFile } from "./witness/ticket";
import type { WitnessStatus } from "./witness/witness";

export interface PlugGuideParts extends Surroundings {
  readonly createPlugTest: (
    keeping: Pick<PlugTestDependencies, "keep" | "discard">,
  ) => PlugTestService;
  readonly spawnWitness: SpawnEngine<WitnessRequest>;
  readonly store: DurableFile<GuideRecord>;
  readonly describeFolder: (directory: string) => Promise<Volume>;
  /** Makes the report of a test that was read back, and puts it among the earlier inspections. */
  readonly keepReport: (finished: ReadBackPlugTest) => Promise<void>;
  /** At most five times a second. */
  readonly onChange: (guide: PlugGuide | null) => void;
}

const changeIntervalMs = 200;

/**
 * Leads one plug test through its life: the witness, the two halves of the test, and what must be
 * found again after the power cut. Every step is in the record before it is taken.
 */
export class PlugGuideService {
  private readonly plugTest: PlugTestService;
  private record: GuideRecord | null = null;
  private moment: GuideMoment = firstMoment;
  private meeting: Meeting | null = null;
  private letBegin: () => void = () => undefined;
  private writing: Promise<void> = Promise.resolve();
  private changeTimer: NodeJS.Timeout | null = null;
  /** Why the last result has no report. */
  private reportFault: DriveFault | null = null;

  constructor(private readonly parts: PlugGuideParts) {
    this.plugTest = parts.createPlugTest({
      keep: (state) => this.keep(state),
      discard: (folder) => this.remove(folder),
    });
  }

  /** Finds what an earlier sitting has left, and meets its witness. Called once, at the start. */
  async load(): Promise<void> {
    this.record = await this.parts.store.read();
    this.moment = { ...firstMoment, live: false, prepared: true };
    const { ticket, state } = this.record ?? {};
    if (ticket && state?.writingSince && !state.result) {
      this.meet(ticket, true);
    }
  }

  current(): PlugGuide | null {
    return this.record && guidePicture(this.record, this.moment);
  }

  offerWitnesses(volumeId: string): Promise<WitnessOffer> {
    return offerWitnesses(this.parts, volumeId);
  }

  /** Meets the witness; nothing is written to the drive yet. Throws a `DriveFault`. */
  async open(request: OpenPlugTest): Promise<void> {
    if (this.record && this.moment.prepared) {
      throw fault("There is a plug test already. Finish it or remove it, then start a new one.");
    }
    const volume = await this.parts.currentVolume(request.volumeId);
    const modes = request.modes.map(({ mode }) => mode);
    const plan = newPlugPlan(volume.directory, modes);
    checkVolume(volume, false, {
      bytes: plugFileBytes(plan.layout, modes.length),
      purpose: "the plug test may come to need them",
      advice: "Free some space on it.",
    });
    const ticket = await ticketFor(request, volume, plan.testId, this.parts);
    const { name, directory, mountPoint, fileSystem, totalBytes, drive } = volume;
    this.forget();
    this.record = {
      formatVersion: 1,
      volume: { name, directory, mountPoint, fileSystem, totalBytes, drive },
      state: newPlugState(plan),
      ticket,
      held: [],
    };
    if (ticket) {
      this.meet(ticket, false);
    }
  }

  /** Makes the files. Resolves once they are there; rejects with a `DriveFault`. */
  prepare(): Promise<void> {
    const { record } = this;
    if (!record || this.moment.prepared) {
      throw fault("There is nothing to prepare.");
    }
    this.set({ prepared: true });
    const mayWrite = new Promise<void>((resolve) => {
      this.letBegin = resolve;
    });
    return new Promise((resolve, reject) => {
      const written = this.plugTest.write(record.state.plan, mayWrite, {
        onState: ({ stage }) => {
          this.set({ progress: null });
          if (stage === "ready") {
            resolve();
          } else if (stage === "writing") {
            this.meeting?.current().setStage("writing");
          }
        },
        onProgress: (bytes, totalBytes) => this.set({ progress: { bytes, totalBytes } }),
        onAcknowledged: ({ numbers, elapsedNs, current, operations }) => {
          this.meeting?.current().acknowledge(current, numbers, elapsedNs);
          if (record.ticket === null) {
            // This computer is the witness: what the engine says is what it holds.
            this.hold(numbers.map((number) => ({ ...number, elapsedNs })));
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
          return this.afterWriting(this.record?.state ?? null);
        },
      );
    });
  }

  /** The witness is there and the person is ready: records are written from now on. */
  startWriting(): void {
    this.letBegin();
  }

  /** The countdown is over. */
  askForCut(): void {
    this.meeting?.current().setStage("cut");
  }

  /** Idempotent. Ends the writing; of a test that has not begun to write nothing is left. */
  async stop(): Promise<void> {
    if (!this.moment.prepared) {
      this.forget();
    }
    this.plugTest.stop();
    await this.writing;
  }

  /**
   * The page is served at another address, because this computer has not the old one any more.
   * The ticket stays as it is: the phone that holds the numbers knows the old address.
   */
  meetAt(address: string): void {
    const ticket = this.record?.ticket;
    if (ticket?.place.kind !== "page") {
      throw fault("This plug test has no witness page.");
    }
    this.meet({ ...ticket, place: { ...ticket.place, address } }, true);
  }

  /** False when number and check word do not match. */
  async enterTyped(typed: ModeNumber & { readonly checkWord: string }): Promise<boolean> {
    return (await this.meeting?.current().enterTyped(typed)) ?? false;
  }

  /** Reads back what is left and judges it by what the witness holds. Throws a `DriveFault`. */
  async finish(): Promise<void> {
    const { record } = this;
    if (!record || !this.moment.prepared) {
      throw fault("There is no plug test to finish.");
    }
    const folder = await this.folderOf(record);
    if (folder === null) {
      throw fault(
        "The drive under test is not there. Plug it in, wait until the system shows it, then try again.",
      );
    }
    const state = { ...record.state, plan: { ...record.state.plan, folder } };
    const { result } = await this.plugTest
      .finish(state, acknowledgedBy(record.held), {
        onProgress: (bytes, totalBytes) => this.set({ progress: { bytes, totalBytes } }),
      })
      .finally(() => this.set({ progress: null }));
    if (result) {
      this.meeting?.current().setStage("finished");
    }
    if (this.reportFault) {
      throw this.reportFault;
    }
  }

  /** Removes the test; false when something that is not ours keeps its folder. */
  async discard(): Promise<boolean> {
    await this.stop();
    const { record } = this;
    if (!record) {
      return true;
    }
    return this.plugTest.remove((await this.folderOf(record)) ?? record.state.plan.folder);
  }

  /** The window closes: what is being written ends, and what is kept stays. */
  async close(): Promise<void> {
    this.plugTest.stop();
    await this.writing;
    this.meeting?.close();
    if (this.changeTimer) {
      clearTimeout(this.changeTimer);
    }
  }

  private meet(ticket: WitnessTicket, resuming: boolean): void {
    this.meeting?.close();
    this.meeting = new Meeting({
      spawn: this.parts.spawnWitness,
      ticket,
      resuming,
      onStatus: (status) => this.heard(status),
    });
    this.changed();
  }

  private heard(status: WitnessStatus): void {
    this.set({ status });
    const { record } = this;
    if (record?.ticket && status.place && !this.moment.prepared) {
      // The port may not be the one wished for; the first step keeps the one it has become.
      this.record = { ...record, ticket: { ...record.ticket, place: status.place } };
    }
    if (status.fault?.code === "file-missing") {
      void this.lookForWitnessFile();
    }
    // While records are written the witness's own hand is enough; it need not be kept each time.
    if (record && record.state.writingSince !== null && !this.isWriting()) {
      void this.collect(status.progress.held);
    }
  }

  /** A stick may come back under another path; the meeting itself tries the old one again. */
  private async lookForWitnessFile(): Promise<void> {
    const { meeting, record } = this;
    const ticket = record?.ticket;
    if (ticket?.place.kind === "drive") {
      const file = await findWitnessFile(ticket, await this.parts.listVolumes());
      if (file !== null && file !== ticket.place.file && this.meeting === meeting) {
        this.meet({ ...ticket, place: { kind: "drive", file } }, true);
      }
    }
  }

  private isWriting(): boolean {
    return this.moment.live && this.record?.state.stage === "writing";
  }

  /** The writing has ended, and the computer is still on. */
  private async afterWriting(state: PlugState | null): Promise<void> {
    if (!state || state.writingSince === null) {
      this.forget();
      return;
    }
    this.meeting?.current().setStage("returned");
    await this.collect(this.moment.status?.progress.held ?? []);
  }

  /** Keeps what the witness has handed back, so that it need not do so twice. */
  private async collect(held: readonly HeldNumber[]): Promise<void> {
    const before = this.record?.held;
    this.hold(held);
    if (this.record && this.record.held !== before) {
      await this.parts.store.save(this.record);
    }
  }

  private hold(numbers: readonly HeldNumber[]): void {
    const { record } = this;
    const held = withNews(record?.held ?? [], numbers);
    if (record && held !== record.held) {
      this.record = { ...record, held: [...held] };
      this.changed();
    }
  }

  private async keep(state: PlugState): Promise<void> {
    const before = this.record;
    if (!before) {
      return;
    }
    if (state.result) {
      // Before the last step, so that a finished test has its report whatever happens.
      await this.keepReport(state.result, state.plan.folder);
    }
    // In memory first: whatever else is saved meanwhile must not bring the old state back.
    this.record = { ...before, state };
    try {
      await this.parts.store.save(this.record);
      await keepBesideFiles(state);
    } catch (error) {
      this.record = { ...this.record, state: before.state };
      throw error;
    }
    this.changed();
  }

  /** A report that cannot be kept must not cost the person the result. */
  private async keepReport(test: PlugTest, folder: string): Promise<void> {
    const { engineVersion } = this.plugTest;
    this.reportFault = await this.parts.keepReport({ test, folder, engineVersion }).then(
      () => null,
      (error: Error) => fault(`The report of this plug test could not be kept: ${error.message}`),
    );
  }

  private async remove(folder: string): Promise<boolean> {
    const isGone = await removePlugFolder(folder);
    await this.parts.store.remove();
    this.forget();
    return isGone;
  }

  private async folderOf(record: GuideRecord): Promise<string | null> {
    return findPlugFolder(record, await this.parts.listVolumes(), this.parts.describeFolder);
  }

  private forget(): void {
    this.meeting?.close();
    this.meeting = null;
    this.record = null;
    this.moment = firstMoment;
    this.changed();
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

function fault(message: string): DriveFault {
  return new DriveFault(driveError("not-testable", message));
}
