import { describe } from "vitest";
import { expectTheWriterKeepsItsSpeed } from "../helpers/witness-speed";

describe("the writer keeps nine tenths of its speed", { timeout: 180_000 }, () => {
  expectTheWriterKeepsItsSpeed({
    leastRatio: 0.9,
    mostPairs: 30,
    settleMs: 150,
    measuredNs: 300e6,
  });
});
