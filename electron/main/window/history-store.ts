import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { isSetUnsafely } from "#analysis/guarantee";
import { isSameVolume } from "#analysis/power-cut/same-drive";
import { DriveFault, driveError } from "#contract/drive-error";
import { folderProblem } from "#contract/folder-problem";
import {
  type FolderProblem,
  type FoundEntry,
  type HistoryListing,
  isReportFileName,
  reportFileName,
} from "#contract/history";
import type { PowerCutTest } from "#contract/power-cut/test";
import type { Report } from "#contract/report";
import type { VolumeFacts } from "#contract/volume";
import { windowFaults } from "#text/window";
import { makeFolderDurably, unlinkPatiently, writeDurably } from "../files/durable-write";
import type { KnownPowerCutTests } from "../inspection/known-power-cut-tests";
import type { HistoryReader } from "./history-reader";
import { writingProblem } from "./writing-problem";

/** Finished inspections as JSON reports in the app's data folder, one file each. */
export class HistoryStore {
  /** Resolves when all running writes have ended; `null` if none is running. */
  private saving: Promise<void> | null = null;
  /** The newest finished report, readable even if it could not be saved. */
  private latest: Report | null = null;

  constructor(
    private readonly folder: string,
    private readonly reader: HistoryReader,
    /**
     * Why this session stores no report; `null` if it does. Older reports may still be readable.
     */
    private readonly closed: FolderProblem | null = null,
    /** How many milliseconds a read waits for a report that is being written. */
    private readonly savingLimitMs = 5000,
  ) {}

  /** Saves a report. Rejects if the app's data folder cannot be written. */
  save(report: Report): Promise<void> {
    this.latest = report;
    const written = this.write(report);
    const saving = written
      .catch(() => undefined)
      .then(() => {
        this.saving = this.saving === saving ? null : this.saving;
      });
    this.saving = saving;
    return written;
  }

  /** Resolves when all writes have ended, successful or not. */
  async whenSaved(): Promise<void> {
    await this.saving;
  }

  /** Waits for running writes, but not for long: a hanging drive must not block a mere read. */
  private async whenSavedOrLate(): Promise<void> {
    await Promise.race([this.saving, wait(this.savingLimitMs, undefined, { ref: false })]);
  }

  /** Why a report could not be saved now; `null` if it could. Never rejects. */
  async keepingProblem(): Promise<FolderProblem | null> {
    return this.closed ?? writingProblem(this.folder);
  }

  protected async write(report: Report): Promise<void> {
    if (this.closed) {
      throw new Error(`nothing is kept in ${this.closed.path}`);
    }
    await makeFolderDurably(this.folder, { mayExist: true });
    await writeDurably(this.fileOf(report.runId), JSON.stringify(report, null, 2));
  }

  /**
   * The saved inspections, newest first; unreadable entries are listed separately. Never rejects.
   */
  async list(): Promise<HistoryListing> {
    const { found, problem } = await this.look();
    return {
      entries: found
        .flatMap((one) => (one.kind === "report" ? [one.entry] : []))
        .sort((a, b) => b.finishedAt.localeCompare(a.finishedAt)),
      unreadable: found.flatMap((one) => (one.kind === "unreadable" ? [one.entry] : [])),
      problem,
    };
  }

  /**
   * The drive's plug tests in the history. A loss from a time when the system was set not to flush
   * the drive counts only if the system is known to be still set like this. Never rejects.
   */
  async powerCutTests(volume: VolumeFacts): Promise<KnownPowerCutTests> {
    const { found, problem } = await this.look();
    const mayBeReport = (one: FoundEntry) =>
      one.kind === "unreadable" && isReportFileName(one.entry.name);
    return {
      tests: found.flatMap((one) =>
        one.kind === "report" && one.powerCut && isSameVolume(one.powerCut.volume, volume)
          ? testsOf(one.powerCut, volume)
          : [],
      ),
      isComplete: problem === null && !found.some(mayBeReport),
    };
  }

  private async look(): Promise<{
    readonly found: readonly FoundEntry[];
    readonly problem: FolderProblem | null;
  }> {
    const found: FoundEntry[] = [];
    if (this.saving) {
      await this.whenSavedOrLate();
    }
    try {
      const problem = await this.reader.list(this.folder, (one) => found.push(one));
      return { found, problem };
    } catch (error) {
      console.error("the earlier inspections could not all be read:", error);
      return { found, problem: { ...folderProblem(this.folder, null), problem: "no-answer" } };
    }
  }

  /**
   * Reads a report. Throws a `DriveFault` if there is no such inspection or its file is damaged.
   */
  async open(runId: string): Promise<Report> {
    if (this.latest?.runId === runId) {
      return this.latest;
    }
    const report = await this.reader.open(this.folder, reportFileName(runId)).catch(() => null);
    if (!report) {
      throw new DriveFault(driveError("path-missing", windowFaults.reportUnreadable()));
    }
    return report;
  }

  async remove(runId: string): Promise<void> {
    await this.whenSavedOrLate();
    if (this.latest?.runId === runId) {
      this.latest = null;
    }
    await this.unlinkIfThere(this.fileOf(runId));
  }

  /**
   * Removes a file of this user, named like a report, that holds no report. Refuses everything
   * else: a folder, a link, another user's file, and a file that has become readable. Looks up only
   * names that a report can have, so that no error reveals which other files exist. Throws a
   * `DriveFault`.
   */
  async removeUnreadable(name: string): Promise<void> {
    if (!isReportFileName(name)) {
      throw notOurs(path.join(this.folder, name));
    }
    const found = await this.reader.look(this.folder, name);
    if (found === null) {
      return;
    }
    if (found.kind === "report" || !found.entry.removable) {
      throw found.kind === "report"
        ? new DriveFault(driveError("output-unusable", windowFaults.readableAgain()))
        : notOurs(found.entry.path);
    }
    await this.unlinkIfThere(found.entry.path);
  }

  private async unlinkIfThere(file: string): Promise<void> {
    await unlinkPatiently(file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") {
        throw new DriveFault(
          driveError(
            "output-unusable",
            windowFaults.notRemoved({ file, code: String(error.code) }),
          ),
        );
      }
    });
  }

  private fileOf(runId: string): string {
    return path.join(this.folder, reportFileName(runId));
  }
}

function notOurs(file: string): DriveFault {
  return new DriveFault(driveError("output-unusable", windowFaults.foreignFile({ path: file })));
}

function testsOf(
  { volume, tests }: NonNullable<Extract<FoundEntry, { kind: "report" }>["powerCut"]>,
  now: VolumeFacts,
): readonly PowerCutTest[] {
  return isSetUnsafely(volume) && !isSetUnsafely(now)
    ? tests.filter(({ outcome }) => outcome !== "lost")
    : tests;
}
