import { describe, expect, it } from "vitest";
import { operationOf } from "#analysis/power-cut/schedule";
import { type FlushModeId, flushModesOf } from "#contract/flush-mode";
import type { PowerCutLayout } from "#contract/power-cut/test";
import type {
  NativePowerCutPrepared,
  NativePowerCutRun,
  NativePowerCutSnapshot,
} from "#native/index";
import { libraryOfAll } from "../helpers/c-libraries";
import { sum } from "../helpers/native-engine";
import { plugFolderOfEach, quickLayout } from "../helpers/power-cut-run";
import { recordCalls } from "../helpers/recorded-calls";

/**
 * Tests which calls make an operation of a mode durable, in which order, and when it is
 * acknowledged.
 */

/**
 * Per mode the flush after each write, the flags of open(), and the flush after a file is made or
 * renamed.
 */
const meaning: Partial<Record<FlushModeId, { opened?: string; flush?: string; name?: string }>> = {
  none: {},
  fsync: { flush: "fsync", name: "fsync" },
  fdatasync: { flush: "fdatasync", name: "fsync" },
  o_dsync: { opened: "O_DSYNC", name: "fsync" },
  o_sync: { opened: "O_SYNC", name: "fsync" },
  o_direct: { opened: "O_DIRECT" },
  o_direct_dsync: { opened: "O_DIRECT O_DSYNC", name: "fsync" },
};

/** Number of operations that include two created and renamed files and several appended records. */
const operations = 44;

function callsOf(mode: FlushModeId, number: number): string[] {
  const meant = meaning[mode];
  if (meant === undefined) {
    throw new Error(`which calls make ${mode} safe is not said above`);
  }
  const { opened, flush, name } = meant;
  const { kind, place } = operationOf(quickLayout, true, number);
  const write = (file: string) => [
    `write ${mode}/${file}${opened ? ` ${opened}` : ""}`,
    ...(flush ? [`${flush} ${mode}/${file}`] : []),
  ];
  const folder = name ? [`${name} ${mode}`] : [];
  switch (kind) {
    case "overwrite":
      return write("slots");
    case "append":
      return write("log");
    case "create":
      return [`create ${mode}/${place}.created`, ...write(`${place}.created`), ...folder];
    case "rename":
      return [`rename ${mode}/${place}.created ${place}.renamed`, ...folder];
  }
}

describe.skipIf(process.platform !== "linux")("the plug test", () => {
  const recorder = libraryOfAll("recorded-calls");
  const spoiler = libraryOfAll("failing-calls");
  const directory = plugFolderOfEach();

  interface Story {
    prepared: NativePowerCutPrepared;
    run: NativePowerCutRun;
    last: NativePowerCutSnapshot;
  }

  /** Writes until every mode has acknowledged `upTo` operations, or a failing call ends the run. */
  function record(
    modes: readonly FlushModeId[],
    { upTo = operations, fail = "", layout = quickLayout as PowerCutLayout } = {},
  ) {
    const files = { folder: directory(), modes, ...layout };
    return recordCalls<{ task: string; acknowledged: number[] }, Story>(
      `const session = engine.openPowerCutSession();
       look = () => session.snapshot();
       story.prepared = await session.prepare(${JSON.stringify(files)});
       const running = session.run();
       let isRunning = true;
       running.finally(() => { isRunning = false; });
       while (isRunning && session.snapshot().acknowledged.some(
         (number, place) => number < ${upTo} && !story.prepared.modes[place].refusal)) {
         await new Promise(setImmediate);
       }
       session.stop();
       story.run = await running;
       story.last = session.snapshot();
       await session.close();`,
      { directory: directory(), libraries: [recorder(), spoiler()], fail },
    );
  }

  it.for(flushModesOf("linux"))(
    "acknowledges an operation only after all system calls of the mode, in their order: %s",
    { timeout: 120_000 },
    async (mode, { skip }) => {
      const { calls, story } = await record([mode]);
      skip(story.prepared.modes[0]?.refusal !== null, `${mode} is refused here`);
      const told = calls
        .filter(({ seen }) => seen.task === "writing")
        .map(({ call, seen }) => ({ call, acknowledged: seen.acknowledged }));
      const expected = Array.from({ length: operations }, (_, index) => index + 1).flatMap(
        (number) =>
          // No operation may be acknowledged before all of its calls were made.
          callsOf(mode, number).map((call) => ({ call, acknowledged: [number - 1] })),
      );
      expect(told.slice(0, expected.length)).toEqual(expected);
    },
  );

  it("flushes every file and folder that prepare() changed, after the last change and before the first record", async () => {
    const modes: FlushModeId[] = ["none", "fsync"];
    const { calls } = await record(modes, { upTo: 1 });
    const prepared = calls.filter(({ seen }) => seen.task === "preparing").map(({ call }) => call);
    const lastOf = (call: RegExp) => prepared.map((made) => call.test(made)).lastIndexOf(true);
    for (const mode of modes) {
      const end = lastOf(new RegExp(`^(write|create|rename) ${mode}/`));
      expect(prepared[end]).toBe(`write ${mode}/slots`);
      expect(prepared.slice(end + 1, end + 4)).toEqual([
        `fsync ${mode}/slots`,
        `fsync ${mode}/log`,
        `fsync ${mode}`,
      ]);
    }
    expect(lastOf(/^mkdir/)).toBeGreaterThan(0);
    expect(prepared.at(-1)).toBe("fsync .");
  });

  it.each([
    ["fsync", "fsync:EIO:60:60"],
    ["fdatasync", "fdatasync:EIO:30:30"],
  ] as const)("acknowledges no operation whose %s fails", async (mode, fail) => {
    const { story, calls } = await record([mode], { fail, upTo: 100_000 });
    const { run, last } = story;
    expect(run).toMatchObject({ endedBy: "error", fault: { code: "EIO", syscall: mode } });
    expect(sum(run.acknowledged)).toBe(run.operations - 1);
    expect(last.acknowledged).toEqual(run.acknowledged);
    expect(calls.at(-1)?.seen.acknowledged).toEqual(run.acknowledged);
  });
});
