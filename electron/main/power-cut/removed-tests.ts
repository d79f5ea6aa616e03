import { z } from "zod";
import type { PowerCutPlan } from "#contract/power-cut/plan";
import type { DurableFile } from "../files/durable-file";

const removedPowerCutTestSchema = z.object({
  /** `null` where the test's own notes could not be read. */
  testId: z.string().nullable(),
  removedAt: z.iso.datetime(),
});
export const removedPowerCutTestsSchema = z.array(removedPowerCutTestSchema);
type RemovedPowerCutTest = z.infer<typeof removedPowerCutTestSchema>;

/** Nobody waits longer with a test than for so many others. */
const mostTests = 64;

type Store = Pick<DurableFile<RemovedPowerCutTest[]>, "look" | "save">;

/**
 * Which plug tests this program has begun to remove. Whoever finished one of them by its witness
 * would find no files and blame the drive for it. Only of use where a test's folder is gone or cannot
 * be read: one that is there tells by its mark whether a part is removed (`isRemovalBegun`). Changed
 * under the run lock only.
 */
export class RemovedPowerCutTests {
  constructor(
    /** `null`: nothing can be remembered. */
    private readonly store: Store | null,
  ) {}

  /** Before the first file goes. Never rejects: nobody is kept from removing a test. */
  async note(testId: string | null): Promise<void> {
    try {
      if (this.store === null) {
        throw new Error("no folder for notes");
      }
      const known = await this.store.look();
      const removedAt = new Date().toISOString();
      const unnamed = { testId: null, removedAt }; // for all that a damaged list has named
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

  /** Whether a test whose folder is gone was removed by us; `null` where that is not known. */
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
    // A drive comes back under other paths, so that one without a number may be any earlier test.
    const isUnnamed = ({ testId: named, removedAt }: RemovedPowerCutTest) =>
      named === null && removedAt > createdAt;
    return known.value.some(isUnnamed) ? null : false;
  }
}
