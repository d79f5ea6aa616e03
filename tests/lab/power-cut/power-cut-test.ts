import path from "node:path";
import type { PowerCutAcknowledged, PowerCutState } from "#contract/power-cut/state";
import type { CutDeed, PowerCutTest } from "#contract/power-cut/test";
import { type Report, reportSchema } from "#contract/report";
import { inspect, startInspect } from "../../helpers/inspect-process";
import { until } from "../../helpers/native-engine";

/** A plug test while it writes, and its witness, which reads the lines that the test prints. */
export class WritingPowerCutTest {
  private text = "";
  private readonly program;
  private isCutOff = false;

  /** The witness reads and confirms each line `witnessDelayMs` after it was printed. */
  constructor(directory: string, modes: readonly string[], witnessDelayMs = 0) {
    this.program = startInspect(
      ["--plug-test", "start", "--path", directory, "--modes", modes.join(","), "--wait"],
      { keepsInputOpen: true },
    );
    // Ignores errors of the pipe: a confirmation may be on its way when the program is killed.
    this.program.process.stdin?.on("error", () => undefined);
    this.program.process.stdout?.on("data", (chunk: string) => {
      if (witnessDelayMs === 0) {
        this.hear(chunk);
      } else {
        setTimeout(() => this.hear(chunk), witnessDelayMs);
      }
    });
  }

  private hear(chunk: string): void {
    if (this.isCutOff) {
      return;
    }
    this.text += chunk;
    // Reads only the last complete line: a witness that read every line would fall behind.
    const end = this.text.lastIndexOf("\n");
    const line = this.text.slice(this.text.lastIndexOf("\n", end - 1) + 1, end);
    const elapsedNs = /^\{"type":"acknowledged".*"elapsedNs":(\d+)\}$/.exec(line)?.[1];
    if (elapsedNs !== undefined) {
      this.program.process.stdin?.write(`${elapsedNs}\n`);
    }
  }

  /**
   * Kills the program as a computer that loses its power does; nothing reaches the witness any
   * more.
   */
  loseComputer(): void {
    this.isCutOff = true;
    this.kill();
  }

  /** Resolves when the plug test has made its files. */
  async prepared(): Promise<void> {
    await this.program.saying(/^The test files are ready$/m);
  }

  async beginWriting(): Promise<void> {
    this.program.process.stdin?.write("\n");
    await this.program.saying(/^Writing records$/m);
  }

  /** Resolves when an operation of every mode is acknowledged. */
  async writtenInEveryMode(): Promise<void> {
    const { modes } = this.state.plan;
    await until("every mode is acknowledged", () =>
      modes.every((mode) => this.acknowledged(mode) > 0),
    );
  }

  /** Resolves with the exit code when the program has noticed that the drive is gone. */
  async ended(): Promise<number | null> {
    return (await this.program.ended).code;
  }

  kill(): void {
    this.program.process.kill("SIGKILL");
  }

  /** The lines that the witness has received up to now. */
  get lines(): string {
    return this.text;
  }

  get state(): PowerCutState {
    const state = this.parsed("state").at(-1)?.state;
    if (!state) {
      throw new Error("the plug test has printed no state");
    }
    return state;
  }

  /** The last acknowledged number of a mode; 0 before the first. */
  acknowledged(mode: string): number {
    const last = this.parsed("acknowledged").at(-1);
    return last?.numbers.find((held) => held.mode === mode)?.number ?? 0;
  }

  private parsed<Type extends keyof Lines>(type: Type): Lines[Type][] {
    return this.text
      .split("\n")
      .filter((line) => line.startsWith(`{"type":"${type}"`))
      .map((line) => JSON.parse(line));
  }
}

interface Lines {
  readonly state: { readonly state: PowerCutState };
  readonly acknowledged: PowerCutAcknowledged;
}

export interface FinishedPowerCutTest {
  readonly code: number | null;
  readonly report: Report;
  /** The finished plug test, the only one in the report. */
  readonly result: PowerCutTest;
  readonly stderr: string;
}

export async function finishPowerCutTest(
  directory: string,
  witness: string,
  deed: CutDeed | null = null,
): Promise<FinishedPowerCutTest> {
  const end = await inspect([
    "--plug-test",
    "finish",
    "--path",
    directory,
    "--acknowledged",
    path.resolve(witness),
    ...(deed === null ? [] : ["--cut", deed]),
    "--json",
    "-",
  ]);
  if (end.stdout === "") {
    throw new Error(`no result (exit code ${end.code}): ${end.stderr}`);
  }
  const report = reportSchema.parse(JSON.parse(end.stdout));
  const [result, ...others] = report.powerCut?.tests ?? [];
  if (result === undefined || others.length > 0) {
    throw new Error("the report is not that of one plug test");
  }
  return { code: end.code, report, result, stderr: end.stderr };
}
