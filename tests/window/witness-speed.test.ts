import { describe } from "vitest";
import { expectTheWriterIsNotHeldBack } from "../helpers/witness-speed";

/**
 * A witness that the writer waits for takes far more than half of its time, and that shows at
 * once. How little it takes is measured in tests/lab.
 */
describe("the writer keeps at least half of its time", () => {
  expectTheWriterIsNotHeldBack({
    leastRatio: 0.5,
    mostPairs: 15,
    settleMs: 100,
    measuredNs: 150e6,
  });
});
