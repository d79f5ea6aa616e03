import { readdirSync, readlinkSync, rmSync } from "node:fs";
import type { CommitOptions, NativeCommitSession, NativeCommitVariant } from "#native/index";
import { makeTestDirectory } from "./folders";
import { engine, until } from "./native-engine";

/** A name that tells cpp/failing-calls.c that the folder holds files of the test. */
export const folderName = ".driveproof-native-test.folder";

/** The database variants that this addon can measure here. */
export const usableVariants: readonly NativeCommitVariant[] = engine.commitVariants.filter(
  ({ refusal }) => refusal === null,
);

/** Rows for `it.each`: the name of each variant and the variant. */
export const namedVariants = usableVariants.map(
  (variant) => [variant.variant, variant] as [string, NativeCommitVariant],
);

export function commitOptions(
  directory: string,
  { database, variant }: Pick<NativeCommitVariant, "database" | "variant">,
  changes: Partial<CommitOptions> = {},
): CommitOptions {
  return {
    database,
    variant,
    durability: "relaxed",
    directory,
    folderName,
    recordsPerTransaction: 10,
    transactions: 20,
    keyBytes: 16,
    valueBytes: 100,
    maxNs: 3600e9,
    seed: 20_260_101,
    ...changes,
  };
}

/** A run that does not end during a test. */
export const endless = { recordsPerTransaction: 10, transactions: 1_000_000 };

/** Runs `body` with a fresh folder and session and leaves neither behind. */
export async function withCommitSession<Result>(
  body: (session: NativeCommitSession, directory: string) => Promise<Result>,
): Promise<Result> {
  const directory = makeTestDirectory();
  const session = engine.openCommitSession();
  try {
    return await body(session, directory);
  } finally {
    await session.close();
    rmSync(directory, { recursive: true, force: true });
  }
}

/** Waits until the running measurement has made this many commits. */
export function untilCommitted(session: NativeCommitSession, commits: number): Promise<void> {
  return until(`${commits} commits are made`, () => {
    // Before the thread has begun this run, the snapshot's task is not "measuring" and its counts
    // are those of the previous run.
    const { task, operations } = session.snapshot();
    return task === "measuring" && operations >= commits;
  });
}

/** What this process holds open in a folder, found through /proc (Linux). */
export function openFilesIn(directory: string): string[] {
  return readdirSync("/proc/self/fd").flatMap((fd) => {
    try {
      const target = readlinkSync(`/proc/self/fd/${fd}`);
      return target.startsWith(directory) ? [target] : [];
    } catch {
      return []; // the descriptor was closed after the folder was listed
    }
  });
}
