import { join } from "node:path";
import { PassThrough } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LiveState } from "#contract/live-state";
import type { InspectCommandDependencies } from "../../../../electron/main/cli/inspect-command";
import type { InspectionListener } from "../../../../electron/main/inspection/inspection-service";
import { eventually } from "../../../helpers/eventually";
import { folderOfEach } from "../../../helpers/folders";
import { liveFrames } from "../../../helpers/mock-app/live-run";
import { sampleReport } from "../../../helpers/sample-report";
import { runCommand } from "./run-command";

const folder = folderOfEach();
beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

/** Runs the command; the test can press Ctrl-C and read standard error. */
function commanded(args: readonly string[], parts: Partial<InspectCommandDependencies>) {
  let signal: (() => void) | undefined;
  const endNow = vi.fn();
  const onSignal = (listener: () => void) => {
    signal = listener;
  };
  const { said } = runCommand(args, { onSignal, endNow, ...parts });
  const isListening = () => eventually(() => expect(signal).toBeDefined());
  return { isListening, pressCtrlC: () => signal?.(), endNow, said };
}

it("the first Ctrl-C asks a hanging inspection to stop, and the second ends the program with exit code 130 and a word about leftovers", async () => {
  const stop = vi.fn();
  // An inspection that never starts and does not react to stop().
  const inspection = { stop, start: () => new Promise(() => undefined), stopDeadlineMs: 10_000 };
  const { isListening, pressCtrlC, endNow, said } = commanded(["--path", "/slow"], {
    inspection: inspection as never,
  });
  await isListening();
  pressCtrlC();
  expect(stop).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(1000);
  expect(endNow).not.toHaveBeenCalled();
  pressCtrlC();
  await vi.advanceTimersByTimeAsync(0);
  expect(endNow).toHaveBeenCalledExactlyOnceWith(130);
  expect(said()).toMatch(/waited for 10 seconds.*\n.*may be left in \/slow/);
});

it("if Ctrl-C comes while the results are written, the command line says that results may be missing, and not that the inspection stops", async () => {
  const inspection = {
    start: async (_: unknown, { onFinished }: InspectionListener) => onFinished(sampleReport()),
    whenIdle: async () => undefined,
    stopDeadlineMs: 10_000,
  };
  const { isListening, pressCtrlC, endNow, said } = commanded(
    ["--pdf", join(folder(), "report.pdf")],
    { inspection: inspection as never, print: () => new Promise(() => undefined) },
  );
  await isListening();
  await vi.advanceTimersByTimeAsync(1000);
  pressCtrlC();
  await vi.advanceTimersByTimeAsync(1000);
  pressCtrlC();
  await vi.advanceTimersByTimeAsync(0);
  expect(endNow).toHaveBeenCalledExactlyOnceWith(130);
  const words = said();
  expect(words).toMatch(/inspection is over.*\n.*Not all results/);
  expect(words).not.toMatch(/Stopping|without a report|driveproof/);
});

it("the capacity test may fill the system drive only with --fill-system-drive, and the refusal names this option", async () => {
  vi.useRealTimers();
  const requestOf = async (...more: string[]) => {
    const start = vi.fn<InspectCommandDependencies["inspection"]["start"]>(
      () => new Promise(() => undefined),
    );
    commanded(["--tests", "capacity", ...more], { inspection: { start } as never });
    await eventually(() => expect(start).toHaveBeenCalled());
    return start.mock.calls[0]?.[0];
  };
  expect(await requestOf()).toMatchObject({
    mayFillSystem: false,
    howToFill: expect.stringMatching(/--fill-system-drive;.*--capacity-bytes\./),
  });
  expect(await requestOf("--fill-system-drive")).toMatchObject({ mayFillSystem: true });
});

it("the command line writes every option without effect on the chosen tests to standard error", async () => {
  vi.useRealTimers();
  const saidOn = async (line: string) => {
    const describeFolder = () => Promise.reject(new Error("no further"));
    const { code, said } = runCommand(line.split(" "), { describeFolder });
    await code;
    return said();
  };
  expect(await saidOn("--tests flush --capacity-bytes 1G --engines mdbx")).toMatch(
    /^--engines, --capacity-bytes have no effect: none of the chosen tests is changed by them\.\n/,
  );
  expect(await saidOn("--tests flush --capacity-bytes 1G")).toMatch(
    /^--capacity-bytes has no effect: none of the chosen tests is changed by it\.\n/,
  );
  expect(await saidOn("--tests flush --modes none")).not.toContain("effect");
});

it.each([
  { argv: [], code: 3, said: /current folder.*--path/ },
  { argv: ["--path", "relative"], code: 3, said: /current folder/ },
  { argv: ["--help"], code: 0, said: /^$/ },
])(
  "if the current folder no longer exists, the command line with the arguments $argv ends with exit code $code",
  async ({ argv, code, said }) => {
    vi.useRealTimers();
    const command = runCommand(argv, { currentFolder: null });
    expect(await command.code).toBe(code);
    expect(command.said()).toMatch(said);
  },
);

/** Runs the command on a terminal in the middle of an inspection; `show` draws a live state. */
async function watched(columns: number) {
  let show: (state: LiveState) => void = () => undefined;
  const stderr = Object.assign(new PassThrough(), { isTTY: true, columns });
  const inspection = {
    stop: () => undefined,
    start: (_: unknown, { onLive }: InspectionListener) => {
      show = onLive;
      return new Promise(() => undefined);
    },
    stopDeadlineMs: 10_000,
  };
  const { isListening, pressCtrlC } = commanded([], { inspection: inspection as never, stderr });
  await isListening();
  stderr.read();
  const [state = expect.fail("no picture")] = liveFrames("a").filter(
    ({ progress }) => progress > 0,
  );
  return { show: () => show(state), pressCtrlC, read: () => `${stderr.read()}` };
}

it("the live display prints no line as wide as the terminal, unless the terminal reports a width of 0", async () => {
  const rows = async (columns: number) => {
    const { show, read } = await watched(columns);
    show();
    return read()
      .replaceAll("\x1b[2K", "")
      .split("\n")
      .map((line) => line.length);
  };
  expect(Math.max(...(await rows(40)))).toBe(39);
  expect(Math.max(...(await rows(0)))).toBeGreaterThan(40);
});

it("the live display continues below the message after Ctrl-C and does not overwrite it", async () => {
  const { show, pressCtrlC, read } = await watched(80);
  show();
  show();
  expect(read()).toMatch(/\[\d+A/);
  pressCtrlC();
  show();
  const [, below = ""] = read().split("Ctrl-C again ends DriveProof at once.\n");
  expect(below).not.toMatch(/\[\d+A/);
  expect(below).not.toBe("");
});

it("a terminal that cannot move its cursor gets an unchanged state only once, and no escape sequence", async () => {
  vi.stubEnv("TERM", "dumb");
  const { show, read } = await watched(80);
  show();
  show();
  const text = read();
  vi.unstubAllEnvs();
  expect(text).not.toContain("\x1b");
  expect(text.trimEnd().split("\n")).toHaveLength(1);
});
