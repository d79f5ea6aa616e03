import { describe, expect, it } from "vitest";
import { commitOptions, endless, withCommitSession } from "../helpers/native-commits";
import { engine } from "../helpers/native-engine";

const log = { database: "append-log", variant: "log" } as const;

describe("a commit session", () => {
  it("resolves a run as stopped even if close() comes before the first commit", async () => {
    await withCommitSession(async (session, directory) => {
      const running = session.run(commitOptions(directory, log, endless));
      const closing = session.close();
      expect(await running).toMatchObject({ endedBy: "stopped", recordsFound: null });
      await closing;
    });
  });

  it("refuses a variant that this addon was built without", async () => {
    await withCommitSession(async (session, directory) => {
      for (const variant of engine.commitVariants.filter(({ refusal }) => refusal)) {
        expect(() => session.run(commitOptions(directory, variant))).toThrow(
          expect.objectContaining({ code: "ERR_VARIANT_UNAVAILABLE", message: variant.refusal }),
        );
      }
      expect(session.snapshot().task).toBe("idle");
    });
  });
});
