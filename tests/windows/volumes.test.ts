import { expect, it } from "vitest";
import { volumeFactsSchema, volumeNameSchema } from "#contract/volume-facts";
import { visibleVolumes } from "../../electron/main/volumes/windows-asked";
import { engine } from "../helpers/native-engine";

it("listVolumes() lists exactly one volume at C:, by its volume GUID path", async () => {
  const volumes = await engine.listVolumes();
  for (const volume of volumes) {
    expect(volumeNameSchema.parse(volume)).toEqual(volume);
  }
  const system = volumes.filter(({ mountPoints }) => mountPoints.includes("C:\\"));
  expect(system).toHaveLength(1);
  expect(system[0]?.path).toMatch(/^\\\\\?\\Volume\{[0-9a-f-]{36}\}\\$/i);
  expect(system[0]).toMatchObject({ isNetwork: false, isDisc: false });
});

it("readVolume() reports the size and the file system of the volume C:", async () => {
  const volumes = await engine.listVolumes();
  const asked = await Promise.all(
    volumes.map(async (volume) => {
      const { path, mountPoints } = volume;
      const facts = await engine.readVolume({ path, mountPoint: mountPoints[0] ?? null });
      return { ...volume, mountPoints: [...mountPoints], facts: volumeFactsSchema.parse(facts) };
    }),
  );
  const found = visibleVolumes(asked, "C:\\Windows");
  const system = found.find(({ mountPoint }) => mountPoint === "C:\\");
  expect(system?.system).toBe(true);
  expect(system?.totalBytes).toBeGreaterThan(0);
  expect(system?.freeBytes).toBeGreaterThan(0);
  expect(system?.fileSystem).toMatch(/./);
  expect(system?.readOnly).toBe(false);
  expect(asked.find(({ mountPoints }) => mountPoints.includes("C:\\"))?.facts.readOnly).toBe(false);
});

it("readVolume() reports every fact as unknown for a volume name that does not exist", async () => {
  const path = "\\\\?\\Volume{00000000-0000-0000-0000-000000000000}\\";
  expect(await engine.readVolume({ path, mountPoint: null })).toMatchObject({
    fileSystem: null,
    label: null,
    totalBytes: null,
    freeBytes: null,
    readOnly: null,
    encryption: null,
    partition: [],
    disks: [],
  });
});
