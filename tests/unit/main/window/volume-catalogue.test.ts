import { expect, it, vi } from "vitest";
import { VolumeCatalogue } from "../../../../electron/main/window/volume-catalogue";
import { sampleVolume } from "../../../helpers/sample-volume";

/** The window requests the health of a listed drive even before the user has chosen one. */

const stick = sampleVolume();

it("VolumeCatalogue.listed() returns a volume without a new access to it, and current() describes it anew", async () => {
  const describeFolder = vi.fn(async () => stick);
  const catalogue = new VolumeCatalogue({ list: async () => [stick], describeFolder });
  await catalogue.list();
  expect(catalogue.listed(stick.id)).toBe(stick);
  expect(describeFolder).not.toHaveBeenCalled();
  await catalogue.current(stick.id);
  expect(describeFolder).toHaveBeenCalledOnce();
});

it("VolumeCatalogue does not return a volume that has left the list", async () => {
  let mounted = [stick];
  const catalogue = new VolumeCatalogue({
    list: async () => mounted,
    describeFolder: async () => stick,
  });
  await catalogue.list();
  mounted = [];
  await catalogue.list();
  expect(() => catalogue.listed(stick.id)).toThrow(/no longer there/);
  await expect(catalogue.current(stick.id)).rejects.toThrow(/no longer there/);
});
