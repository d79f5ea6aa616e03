import { describe } from "vitest";
import { expectTheWriterKeepsItsSpeed } from "../../helpers/witness-speed";

/**
 * A witness that follows within some tens of milliseconds costs up to a tenth of a processor. A real
 * test is paced and has that to spare; here the writer goes as fast as memory, on one processor.
 */
describe("the writer keeps six sevenths of its speed", { timeout: 180_000 }, () => {
  expectTheWriterKeepsItsSpeed({
    leastRatio: 6 / 7,
    mostPairs: 30,
    settleMs: 150,
    measuredNs: 300e6,
  });
});
