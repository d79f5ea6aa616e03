import { describe, expect, it } from "vitest";
import { countOrNull } from "#contract/count-or-null";
import { factsOf } from "#contract/fitting-facts";
import { volumeFactsSchema } from "#contract/volume-schema";
import { sampleVolume } from "../../helpers/sample-volume";

describe("countOrNull()", () => {
  it.each([0, 1, Number.MAX_SAFE_INTEGER, 7n])(
    "returns the count %s as an exact number",
    (value) => {
      expect(countOrNull(value)).toBe(Number(value));
    },
  );

  it.each([
    2 ** 53,
    2n ** 64n - 1n,
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
  ])("returns null for %s", (value) => {
    expect(countOrNull(value)).toBeNull();
  });
});

describe("factsOf()", () => {
  it("returns only those facts of a volume that a report stores", () => {
    const volume = sampleVolume();
    expect(factsOf(volume)).toEqual(volumeFactsSchema.parse(volume));
  });

  it('replaces each fact that does not fit the schema with null or "unknown", and keeps the other facts', () => {
    const { drive, ...sample } = sampleVolume();
    const strange = sampleVolume({
      totalBytes: 2 ** 53,
      freeBytes: -1,
      mountPoint: undefined as never,
      writeCache: "sometimes" as never,
      drive: { ...drive, capacityBytes: 2 ** 64, sectorBytes: { logical: -512, physical: 512 } },
    });
    const facts = factsOf(strange);
    expect(volumeFactsSchema.safeParse(facts).success).toBe(true);
    expect(facts).toMatchObject({
      totalBytes: null,
      freeBytes: null,
      writeCache: "unknown",
      fileSystem: sample.fileSystem,
      drive: { model: drive.model, kind: drive.kind, capacityBytes: null, sectorBytes: null },
    });
  });
});
