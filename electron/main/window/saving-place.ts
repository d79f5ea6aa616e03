import path from "node:path";
import { DriveFault } from "#contract/drive-error";

export interface SavingQuestions {
  /** Asks for the path of the file; `null` if the user cancelled. */
  readonly choose: (offered: string) => Promise<string | null>;
  /** Asks whether to choose another path; `why` is the reason this one failed. */
  readonly wantsAnother: (why: string) => Promise<boolean>;
}

interface Folders {
  readonly documents: string;
  readonly downloads: string;
}

type Try = (file: string) => Promise<unknown>;

/**
 * Chooses the folder for the user's files. Windows may protect Documents, but not Downloads, from
 * unknown programs. Remembers until the program ends which of the two to suggest.
 */
export class SavingPlace {
  private offered: string;

  constructor(
    private readonly folders: Folders,
    /**
     * Tries to write a file before the first dialog; rejects with a `DriveFault` if that fails.
     * Windows' dialog makes the same attempt, but reports only "not found", and only to the user
     * (https://github.com/signalapp/Signal-Desktop/issues/3327). `null` if not needed.
     */
    private look: Try | null,
  ) {
    this.offered = folders.documents;
  }

  /**
   * Saves a file and resolves with its path, or with `null` if the user cancelled. Rejects with the
   * last error if the user wants no other path.
   */
  async save(name: string, questions: SavingQuestions, write: Try): Promise<string | null> {
    const { look } = this;
    this.look = null;
    if (look !== null) {
      await this.tried(path.join(this.offered, name), look, questions);
    }
    for (;;) {
      const file = await questions.choose(path.join(this.offered, name));
      if (file === null || (await this.tried(file, write, questions))) {
        return file;
      }
    }
  }

  /** Tries to write the file; false if that fails and the user wants another path. */
  private async tried(file: string, attempt: Try, questions: SavingQuestions): Promise<boolean> {
    try {
      await attempt(file);
      return true;
    } catch (error) {
      if (!isUnwritable(error)) {
        throw error;
      }
      this.offerAnother(file);
      if (!(await questions.wantsAnother(error.message))) {
        throw error;
      }
      return false;
    }
  }

  private offerAnother(file: string): void {
    const { documents, downloads } = this.folders;
    // path.relative ignores case on Windows, as the system does; its result is absolute for a path
    // on another drive.
    const way = path.relative(downloads, file);
    const isInDownloads = !way.startsWith("..") && !path.isAbsolute(way);
    this.offered = isInDownloads ? documents : downloads;
  }
}

function isUnwritable(error: unknown): error is DriveFault {
  return error instanceof DriveFault && error.driveError.code === "output-unusable";
}
