import { z } from "zod";
import type { PowerCutPlan } from "#contract/power-cut/test";
import type { DurableFile } from "../files/durable-file";

const removedPowerCutTestSchema = z.object({
  /** The id of the removed test; `null` if its state file could not be read. */
  testId: z.string().nullable(),
  removedAt: z.iso.datetime(),
});
export const removedPowerCutTestsSchema = z.array(removedPowerCutTestSchema);
type RemovedPowerCutTest = z.infer<typeof removedPowerCutTestSchema>;

/**
 * Most removals in the log; the oldest are dropped, as no test is expected to wait through more.
 */
const mostTests = 64;

type Store = Pick<DurableFile<RemovedPowerCutTest[]>, "look" | "save">;

/**
 * The plug tests that this program has begun to remove. Finishing one of them with its witness's
 * numbers would find no files and blame the drive. Used only if a test's folder is gone or
 * unreadable: an existing folder has a marker file if a part is removed (`isRemovalBegun`). Changed
 * only under the run lock.
 */
export class RemovedPowerCutTests {
  constructor(
    /** The file with the log of removals; `null` if the log is not stored. */
    private readonly store: Store | null,
  ) {}

  /**
   * Logs a removal; called before the first file is removed. Never rejects: a failing log must not
   * prevent a removal.
   */
  async note(testId: string | null): Promise<void> {
    try {
      if (this.store === null) {
        throw new Error("no folder for notes");
      }
      const known = await this.store.look();
      const removedAt = new Date().toISOString();
      const unnamed = { testId: null, removedAt }; // replaces all entries of a damaged log
      const others =
        known.kind === "value" ? known.value : known.kind === "missing" ? [] : [unnamed];
      await this.store.save([...others, { testId, removedAt }].slice(-mostTests));
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      console.error(
        `DriveProof could not note that this plug test is removed (${code ?? message}). Do not finish it later: that would blame the drive.`,
      );
    }
  }

  /** Whether this program removed the test; `null` if that is not known. */
  async includes({
    testId,
    createdAt,
  }: Pick<PowerCutPlan, "testId" | "createdAt">): Promise<boolean | null> {
    const known = (await this.store?.look()) ?? { kind: "missing" };
    if (known.kind !== "value") {
      return known.kind === "missing" ? false : null;
    }
    if (known.value.some((removed) => removed.testId === testId)) {
      return true;
    }
    // A removal logged without a test's id may concern any test begun before it. The test's path
    // does not help, because the drive may have been mounted elsewhere.
    const isUnnamed = ({ testId: named, removedAt }: RemovedPowerCutTest) =>
      named === null && removedAt > createdAt;
    return known.value.some(isUnnamed) ? null : false;
  }
}
