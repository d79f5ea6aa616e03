import { describe, expect, it } from "vitest";
import { countOrNull } from "#contract/measures";
import { factsOf, volumeFactsSchema } from "#contract/volume";
import { sampleVolume } from "../../helpers/sample-volume";

describe("a number of the system", () => {
  it.each([0, 1, Number.MAX_SAFE_INTEGER, 7n])("is kept where it is exact: %s", (value) => {
    expect(countOrNull(value)).toBe(Number(value));
  });

  it.each([
    2 ** 53,
    2n ** 64n - 1n,
    -1,
    0.5,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
  ])("is not known where it is not: %s", (value) => {
    expect(countOrNull(value)).toBeNull();
  });
});

describe("the facts of a volume in a report", () => {
  it("are those of the volume, and nothing that only this session needs", () => {
    const volume = sampleVolume();
    expect(factsOf(volume)).toEqual(volumeFactsSchema.parse(volume));
  });

  it("are not known where they do not fit the format, each by itself", () => {
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
