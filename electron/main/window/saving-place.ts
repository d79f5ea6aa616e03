import path from "node:path";
import { DriveFault } from "#contract/drive-error";

/** What a person is asked while a file is saved. */
export interface SavingQuestions {
  /** Where to; `null`: nowhere. */
  readonly choose: (offered: string) => Promise<string | null>;
  /** Whether to another place, after the reason why not to this one. */
  readonly wantsAnother: (why: string) => Promise<boolean>;
}

interface Folders {
  readonly documents: string;
  readonly downloads: string;
}

type Try = (file: string) => Promise<unknown>;

/**
 * Where files for the person are saved. Windows may protect the documents from programs that it does
 * not know, and not the downloads. Remembers, until the program ends, which of the two to offer.
 */
export class SavingPlace {
  private offered: string;

  constructor(
    private readonly folders: Folders,
    /**
     * Rejects with a `DriveFault` where a file cannot be written; looks before the first dialog.
     * Windows' dialog tries the file itself and says only that it is "not found", never to us
     * (https://github.com/signalapp/Signal-Desktop/issues/3327). `null`: not needed.
     */
    private look: Try | null,
  ) {
    this.offered = folders.documents;
  }

  /** Resolves with the file, or `null`. Rejects with the last refusal where no other place is wanted. */
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

  /** False where the person wants another place. */
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
    // Compares as the system does: on Windows without regard to capitals; absolute is another drive.
    const way = path.relative(downloads, file);
    const isInDownloads = !way.startsWith("..") && !path.isAbsolute(way);
    this.offered = isInDownloads ? documents : downloads;
  }
}

function isUnwritable(error: unknown): error is DriveFault {
  return error instanceof DriveFault && error.driveError.code === "output-unusable";
}
