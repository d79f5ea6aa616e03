import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { powerCutFolderName } from "#contract/power-cut/test";
import { inspect, startInspect } from "./inspect-process";
import { until } from "./native-engine";

/** Kills whole runs of the command line at random moments, and starts it once more after each. */

export const killedWorkloads = [
  ...(["flush", "buffer", "interval", "chunked", "commits"] as const),
  ...(["documents", "parallel", "sustained", "plug-test"] as const),
] as const;
export type KilledWorkload = (typeof killedWorkloads)[number];

interface KillRound {
  readonly workload: KilledWorkload;
  readonly processes: number;
  readonly afterMs: number;
  /** Names in the folder when every process was gone. */
  readonly left: readonly string[];
  /** Names in the folder after the program was started once for another folder. */
  readonly leftAfterStart: readonly string[];
  /** Sentences that this second start of the program printed. */
  readonly said: readonly string[];
  /** Number of unfinished inspections that the program still has on its list. */
  readonly remembered: number;
}

/** Kills one run of the program in the empty folder `folder`, then starts the program again. */
export async function killOnce(
  workload: KilledWorkload,
  folder: string,
  random: () => number,
): Promise<KillRound> {
  const state = mkdtempSync(path.join(tmpdir(), "driveproof-kills-"));
  const environment = { XDG_RUNTIME_DIR: state, XDG_CONFIG_HOME: state };
  const elsewhere = path.join(state, "elsewhere");
  mkdirSync(elsewhere);
  try {
    const args =
      workload === "plug-test"
        ? ["--plug-test", "start", "--path", folder]
        : ["--path", folder, "--profile", "smoke", "--no-append", "--tests", workload];
    const program = startInspect(args, { environment });
    const main = program.process.pid ?? -1;
    let hasEnded = false;
    void program.ended.then(() => {
      hasEnded = true;
    });
    await until("it has an engine", () => hasEnded || descendantsOf(main).some(isEngine));
    if (hasEnded) {
      throw new Error(`${workload} ended by itself: ${(await program.ended).stderr}`);
    }
    // In three of four rounds the kill waits up to four seconds for a visible file. Where the test
    // file has no name, it waits in vain.
    const waitsForFile = random() < 0.75;
    for (
      let tries = 0;
      waitsForFile && tries < 400 && readdirSync(folder).length === 0;
      tries += 1
    ) {
      await sleep(10);
    }
    const afterMs = Math.round(random() * 1500);
    await sleep(afterMs);
    const killed = killAll(main);
    await program.ended;
    await until("all of them are gone", () => killed.every((pid) => !isAlive(pid)));
    const left = readdirSync(folder);
    const start = await inspect(["--plug-test", "remove", "--path", elsewhere], { environment });
    return {
      workload,
      processes: killed.length,
      afterMs,
      left,
      leftAfterStart: readdirSync(folder),
      said: start.stderr.split("\n").filter((line) => /inspection|test file/.test(line)),
      remembered: rememberedIn(state),
    };
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
}

/** Faults of a round, such as files that remained; empty if there is none. */
export function complaints({ workload, left, leftAfterStart, said, remembered }: KillRound) {
  // A start of the program removes no files of a plug test, because only the user may remove them.
  const mayStay = workload === "plug-test" ? [powerCutFolderName] : [];
  const ours = left.filter((name) => !mayStay.includes(name));
  const claimed = said.map((sentence) =>
    Number(/ left (?:(\d+)|a) test file/.exec(sentence)?.[1] ?? 1),
  );
  return [
    ...leftAfterStart.filter((name) => !mayStay.includes(name)).map((name) => `left: ${name}`),
    ...left
      .filter((name) => !ours.includes(name) && !leftAfterStart.includes(name))
      .map((name) => `swept: ${name}`),
    ...(said.length === Math.sign(ours.length)
      ? []
      : [`said ${said.length} sentences of ${ours.length} files`]),
    ...(claimed.every((count) => count === ours.length)
      ? []
      : [`claimed ${claimed}, were ${ours.length}`]),
    ...(remembered === 0 ? [] : [`still remembered: ${remembered}`]),
  ];
}

/** A table of the rounds by workload. */
export function killTable(rounds: readonly KillRound[]): string {
  const rows = killedWorkloads.map((workload) => {
    const some = rounds.filter((round) => round.workload === workload);
    const sum = (of: (round: KillRound) => number) =>
      some.reduce((all, round) => all + of(round), 0);
    return [
      workload,
      some.length,
      sum(({ processes }) => processes),
      sum(({ left }) => left.length),
      sum(({ leftAfterStart }) => leftAfterStart.length),
      sum(({ said }) => said.length),
    ];
  });
  return [
    ["workload", "kills", "processes", "left at the kill", "after one start", "sentences"],
    ...rows,
  ]
    .map((row) => `| ${row.join(" | ")} |`)
    .join("\n");
}

function rememberedIn(state: string): number {
  try {
    const file = path.join(state, "DriveProof", "unfinished-inspections.json");
    return (JSON.parse(readFileSync(file, "utf8")) as unknown[]).length;
  } catch {
    // The program was killed before it wrote the list of unfinished inspections, so the list has no
    // entry.
    return 0;
  }
}

/** Stops every process of the run, so that none reacts to another's end, and kills them all. */
function killAll(main: number): number[] {
  const known = new Set<number>();
  for (let all = [main]; all.some((pid) => !known.has(pid)); all = [main, ...descendantsOf(main)]) {
    for (const pid of all) {
      known.add(pid);
      signal(pid, "SIGSTOP");
    }
  }
  for (const pid of known) {
    signal(pid, "SIGKILL");
  }
  return [...known];
}

/** Child processes forked by any thread of a process. */
export function childrenOf(pid: number): number[] {
  try {
    return readdirSync(`/proc/${pid}/task`)
      .flatMap((task) => readFileSync(`/proc/${pid}/task/${task}/children`, "utf8").split(" "))
      .filter((text) => text.trim() !== "")
      .map(Number);
  } catch {
    return []; // the process has ended
  }
}

function isEngine(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("engine-host");
  } catch {
    return false;
  }
}

export function descendantsOf(pid: number): number[] {
  return childrenOf(pid).flatMap((child) => [child, ...descendantsOf(child)]);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process has ended since it was listed.
  }
}

export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, "utf8"));
  } catch {
    return false;
  }
}
