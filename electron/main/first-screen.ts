import path from "node:path";
import type { BrowserWindow } from "electron";
import { operatingSystemOf } from "#contract/flush-mode";
import packageJson from "../../package.json";
import type { appPaths } from "./app-paths";
import { createVolumes } from "./create-volumes";
import { isThere } from "./files/places";
import { utilityEngine } from "./hosts/utility-engine";
import type { DataFolder } from "./window/data-folder";
import { deviceChangesOf } from "./window/device-changes";
import type { Handlers } from "./window/ipc-server";
import { begun, shared } from "./window/one-at-a-time";
import { VolumeCatalogue } from "./window/volume-catalogue";

export interface OpenWindow {
  readonly paths: ReturnType<typeof appPaths>;
  readonly data: DataFolder;
  readonly window: BrowserWindow;
}

/** Path of the file that records the plug test begun in the window. */
export const powerCutRecord = (data: DataFolder) => path.join(data.path, "plug-test.json");

/** What the first screen needs; the rest of the program loads while the page draws. */
export type FirstScreen = Awaited<ReturnType<typeof firstScreen>>;

/** Starts to list the volumes and resolves without waiting for them. */
export async function firstScreen({ paths, data, window }: OpenWindow) {
  const spawnEngine = utilityEngine(paths.engineHost);
  const volumes = createVolumes(spawnEngine, deviceChangesOf(window));
  const mounted = volumes.list();
  const catalogue = new VolumeCatalogue(volumes);
  const first = mounted.then((found) => catalogue.withChosen(found));
  const listVolumes = begun(
    first,
    shared(() => catalogue.list()),
  );
  const answers = {
    appInfo: () => ({
      name: packageJson.productName,
      version: packageJson.version,
      os: operatingSystemOf(process.platform),
    }),
    listVolumes,
    // No inspection can be running this early, and without a record no plug test was begun.
    currentInspection: () => null,
    ...((await isThere(powerCutRecord(data))) ? {} : { powerCutGuide: () => null }),
  } satisfies Partial<Handlers>;
  /** Resolves when the page has received its first list of volumes, or an error in its place. */
  const listed = first.catch(() => undefined).then(() => new Promise(setImmediate));
  return { spawnEngine, volumes, mounted, listed, catalogue, listVolumes, answers };
}
