import { readdir, readFile, unlink } from "node:fs/promises";
import path from "node:path";
import { isSameDrive } from "../analysis/power-cut/same-drive";
import { DriveFault, driveError } from "../contract/drive-error";
import type { HistoryEntry } from "../contract/ipc-schema";
import type { PlugTest } from "../contract/power-cut-result";
import { isPlugReport, type Report, reportSchema } from "../contract/report";
import type { VolumeFacts } from "../contract/volume";
import { makeFolderDurably, writeDurably } from "./durable-write";

/** Finished inspections as JSON reports in the app's own data folder, one file each. */
export class HistoryStore {
  private saving: Promise<void> = Promise.resolve();
  /** The newest report, so that it can be read even when it could not be written. */
  private latest: Report | null = null;

  constructor(private readonly folder: string) {}

  /** Throws when the app's data folder cannot be written. */
  save(report: Report): Promise<void> {
    this.latest = report;
    this.saving = this.write(report);
    return this.saving;
  }

  /** Resolves when nothing is being written any more, whether it worked or not. */
  whenSaved(): Promise<void> {
    return this.saving.catch(() => undefined);
  }

  private async write(report: Report): Promise<void> {
    await makeFolderDurably(this.folder, { mayExist: true });
    await writeDurably(this.fileOf(report.runId), JSON.stringify(report, null, 2));
  }

  /** Newest first. A file that is no valid report is left out of the list, and left alone. */
  async list(): Promise<HistoryEntry[]> {
    return (await this.reports())
      .sort((a, b) => b.finishedAt.localeCompare(a.finishedAt))
      .map((report) => ({
        runId: report.runId,
        kind: isPlugReport(report) ? ("plug-test" as const) : ("inspection" as const),
        finishedAt: report.finishedAt,
        volumeName: report.volume.mountPoint,
        model: report.volume.drive.model,
        headline: report.verdict.headline,
        grade: report.verdict.grade,
        partial: report.partial,
      }));
  }

  /**
   * The plug tests of the drive that are still in the history. Each is taken from its own report,
   * so that one the person has deleted is not known any more.
   */
  async plugTests(volume: VolumeFacts): Promise<PlugTest[]> {
    return (await this.reports())
      .filter((report) => isPlugReport(report) && isSameDrive(report.volume, volume))
      .flatMap(
        ({ runId, powerCut }) => powerCut?.tests.filter((test) => test.testId === runId) ?? [],
      );
  }

  private async reports(): Promise<Report[]> {
    const names = await readdir(this.folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") {
        return [];
      }
      throw error;
    });
    const reports = await Promise.all(
      names
        .filter((name) => name.endsWith(".json"))
        .map((name) => this.read(path.join(this.folder, name))),
    );
    return reports.filter((report): report is Report => report !== null);
  }

  /** Throws a `DriveFault` when there is no such inspection or its file is damaged. */
  async open(runId: string): Promise<Report> {
    if (this.latest?.runId === runId) {
      return this.latest;
    }
    const report = await this.read(this.fileOf(runId));
    if (!report) {
      throw new DriveFault(
        driveError(
          "path-missing",
          "This inspection can no longer be read; its file is missing or damaged.",
        ),
      );
    }
    return report;
  }

  async remove(runId: string): Promise<void> {
    if (this.latest?.runId === runId) {
      this.latest = null;
    }
    await unlink(this.fileOf(runId)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "ENOENT") {
        throw error;
      }
    });
  }

  private fileOf(runId: string): string {
    return path.join(this.folder, `${runId}.json`);
  }

  private async read(file: string): Promise<Report | null> {
    try {
      const parsed = reportSchema.safeParse(JSON.parse(await readFile(file, "utf8")));
      return parsed.success ? parsed.data : null;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === "ENOENT" || error instanceof SyntaxError) {
        return null;
      }
      throw error;
    }
  }
}
