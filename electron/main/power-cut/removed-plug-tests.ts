import { z } from "zod";
import type { PlugPlan } from "../../contract/power-cut-plan";
import type { DurableFile } from "../files/durable-file";

const removedPlugTestSchema = z.object({
  /** `null` where the test's own notes could not be read. */
  testId: z.string().nullable(),
  folder: z.string(),
  removedAt: z.iso.datetime(),
});
export const removedPlugTestsSchema = z.array(removedPlugTestSchema);
type RemovedPlugTest = z.infer<typeof removedPlugTestSchema>;

/** Nobody waits longer with a test than for so many others. */
const mostTests = 64;

/**
 * Which plug tests this program has removed. Whoever finished one of them by its witness would find
 * none of its files and blame the drive for it. Helps where the notes can be kept; a removal that is
 * not complete leaves its own mark on the drive (`isRemovalBegun`). Changed under the run lock only.
 */
export class RemovedPlugTests {
  constructor(
    /** `null`: nothing is remembered. */
    private readonly store: Pick<DurableFile<RemovedPlugTest[]>, "read" | "save"> | null,
  ) {}

  /** The folder is gone. Never rejects. */
  async note(folder: string, testId: string | null): Promise<void> {
    try {
      const known = (await this.store?.read()) ?? [];
      const removed = { testId, folder, removedAt: new Date().toISOString() };
      await this.store?.save([...known, removed].slice(-mostTests));
    } catch (error) {
      console.error("the removal of a plug test could not be remembered:", error);
    }
  }

  async includes({ testId, folder, createdAt }: PlugPlan): Promise<boolean> {
    const known = (await this.store?.read()) ?? [];
    return known.some((removed) =>
      removed.testId === null
        ? removed.folder === folder && removed.removedAt > createdAt
        : removed.testId === testId,
    );
  }
}
