import { describe, expect, it } from "vitest";
import type { CommitOptions, NativeCommitCounts } from "#native/index";
import { libraryOfAll } from "../helpers/c-libraries";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { commitOptions, namedVariants } from "../helpers/native-commits";
import { recordCalls } from "../helpers/recorded-calls";

const transactions = 12;

describe.skipIf(process.platform !== "linux")("the system calls of a commit", () => {
  const recorder = libraryOfAll("recorded-calls");
  const directory = folderOfEach(makeTestDirectory);

  /** The calls of each commit, without those that create or check the database. */
  async function commitsOf(
    variant: Parameters<typeof commitOptions>[1],
    durability: CommitOptions["durability"],
  ): Promise<string[][]> {
    const options = commitOptions(directory(), variant, { durability, transactions });
    const { calls, story } = await recordCalls<
      { task: string; operations: number },
      { counts: NativeCommitCounts }
    >(
      `const session = engine.openCommitSession();
       look = () => session.snapshot();
       story.counts = await session.run(${JSON.stringify(options)});
       await session.close();`,
      { directory: directory(), libraries: [recorder()] },
    );
    expect(story.counts).toMatchObject({ endedBy: "complete", transactions, fault: null });
    // Leaves out the first commit, whose calls cannot be told from those that make the database,
    // and the last, whose calls cannot be told from those that close it.
    return Array.from({ length: transactions - 2 }, (_, index) =>
      calls.filter(({ seen }) => seen.operations === index + 1).map(({ call }) => call),
    );
  }

  const flushed = (call: string) => /^(?:fsync|fdatasync) (\S+)$/.exec(call)?.[1];
  const written = (call: string) => /^write (\S+)/.exec(call)?.[1];
  const isWrittenThrough = (call: string) => / O_D?SYNC$/.test(call);

  it.each(namedVariants)(
    "flush every write, or write it through, before a durable commit is confirmed: %s",
    async (_name, variant) => {
      for (const calls of await commitsOf(variant, "durable")) {
        expect(calls.some((call) => written(call) !== undefined)).toBe(true);
        const atRisk = calls.filter(
          (call, index) =>
            written(call) !== undefined &&
            !isWrittenThrough(call) &&
            !calls.slice(index + 1).some((later) => flushed(later) === written(call)),
        );
        expect({ atRisk, calls }).toEqual({ atRisk: [], calls });
      }
    },
  );

  it.each(namedVariants)(
    "contain writes, but no flush or write-through, if the commit is relaxed: %s",
    async (_name, variant) => {
      const calls = (await commitsOf(variant, "relaxed")).flat();
      expect(calls.some((call) => written(call) !== undefined)).toBe(true);
      expect(calls.filter((call) => flushed(call) !== undefined || isWrittenThrough(call))).toEqual(
        [],
      );
    },
  );
});
