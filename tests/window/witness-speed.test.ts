import { describe } from "vitest";
import { expectTheWriterIsNotHeldBack } from "../helpers/witness-speed";

/**
 * A quick check: if the writer waited for the witness, it would lose far more than half of its
 * speed. A test in tests/lab measures the small remaining cost.
 */
describe("the writer keeps at least half of its time", () => {
  expectTheWriterIsNotHeldBack({
    leastRatio: 0.5,
    mostPairs: 15,
    settleMs: 100,
    measuredNs: 150e6,
  });
});
