import type { FolderProblem, FoundEntry, HistoryEvent, HistoryRequest } from "#contract/history";
import type { Report } from "#contract/report";
import type { EngineProcess, SpawnEngine } from "../hosts/engine-process";

export type HistoryReader = Pick<HistoryProcess, "list" | "look" | "open">;

/**
 * Longest silence of the process, in milliseconds: only a hanging drive takes longer for one entry.
 */
const usualSilenceMs = 10_000;

interface Question {
  readonly hear: (event: HistoryEvent) => void;
  readonly fail: (error: Error) => void;
}

/**
 * Reads the history in a separate process, started at the first request. A process that is silent
 * for too long is killed and its pending requests fail; the next request starts another.
 */
export class HistoryProcess {
  private process: EngineProcess<HistoryRequest> | null = null;
  private questions = new Map<number, Question>();
  private asked = 0;
  private silence: NodeJS.Timeout | null = null;

  constructor(
    private readonly spawn: SpawnEngine<HistoryRequest>,
    private readonly silenceMs = usualSilenceMs,
  ) {}

  /** Calls `onFound` per entry; then resolves with `null`, or with why the folder is unreadable. */
  list(folder: string, onFound: (found: FoundEntry) => void): Promise<FolderProblem | null> {
    return this.ask({ type: "list", folder }, (event, answer) => {
      if (event.type === "found" && event.found) {
        onFound(event.found);
      } else if (event.type === "listed") {
        answer(event.problem);
      }
    });
  }

  /** Reads the entry with this name; `null` if there is no such entry. */
  look(folder: string, name: string): Promise<FoundEntry | null> {
    return this.ask({ type: "look", folder, name }, (event, answer) => {
      if (event.type === "found") {
        answer(event.found);
      }
    });
  }

  /** Reads the entry's whole report; `null` if the entry has no readable report. */
  open(folder: string, name: string): Promise<Report | null> {
    return this.ask({ type: "open", folder, name }, (event, answer) => {
      if (event.type === "opened") {
        answer(event.report);
      }
    });
  }

  /** Ends the process; the next request starts another. */
  close(): void {
    const { process } = this;
    if (process) {
      process.kill();
      this.lose(process, new Error("the program ends"));
    }
  }

  private ask<T>(
    request: WithoutNumber<HistoryRequest>,
    hear: (event: HistoryEvent, answer: (value: T) => void) => void,
  ): Promise<T> {
    this.asked += 1;
    const question = this.asked;
    return new Promise<T>((resolve, reject) => {
      const done = () => {
        this.questions.delete(question);
        this.expectWord();
      };
      this.questions.set(question, {
        hear: (event) =>
          hear(event, (value) => {
            done();
            resolve(value);
          }),
        fail: reject,
      });
      this.running().send({ ...request, question });
      this.expectWord();
    });
  }

  private running(): EngineProcess<HistoryRequest> {
    if (this.process) {
      return this.process;
    }
    const process = this.spawn();
    process.onMessage((message) => {
      // The message comes from this program's own process for the history, which has validated what
      // it read.
      const event = message as HistoryEvent;
      this.expectWord();
      this.questions.get(event.question)?.hear(event);
    });
    process.onExit(() => this.lose(process, new Error("the history process ended")));
    this.process = process;
    return process;
  }

  private expectWord(): void {
    if (this.silence) {
      clearTimeout(this.silence);
    }
    this.silence =
      this.questions.size === 0
        ? null
        : setTimeout(() => {
            const { process } = this;
            if (process) {
              process.kill();
              this.lose(process, new Error("the history folder does not answer"));
            }
          }, this.silenceMs);
  }

  private lose(process: EngineProcess<HistoryRequest>, why: Error): void {
    if (this.process !== process) {
      return;
    }
    this.process = null;
    const waiting = [...this.questions.values()];
    this.questions = new Map();
    this.expectWord();
    for (const { fail } of waiting) {
      fail(why);
    }
  }
}

type WithoutNumber<R> = R extends HistoryRequest ? Omit<R, "question"> : never;
