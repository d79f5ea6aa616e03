import { describe } from "vitest";
import { expectTheWriterIsNotHeldBack } from "../../helpers/witness-speed";

/**
 * A witness that follows within some tens of milliseconds needs a seventh of a processor. A real
 * plug test pauses between operations and has that time to spare; this writer goes as fast as
 * memory.
 */
describe("the writer keeps at least six sevenths of its time", {
  timeout: 180_000,
}, () => {
  expectTheWriterIsNotHeldBack({
    leastRatio: 6 / 7,
    mostPairs: 30,
    settleMs: 150,
    measuredNs: 300e6,
  });
});
