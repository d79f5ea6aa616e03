import { lstat } from "node:fs/promises";
import type { FoundPowerCutTest } from "../../contract/power-cut-guide";
import { offerFor, takeStep } from "../../contract/power-cut-stage";
import type { PowerCutState } from "../../contract/power-cut-state";
import type { Volume } from "../../contract/volume";
import { isRemovalBegun, powerCutFolderIn, storeIn } from "./files";

/** A plug test where a new one on this volume would be made, and its own notes, if any. */
export async function findPowerCutTest({
  directory,
}: Pick<Volume, "directory">): Promise<
  (FoundPowerCutTest & { state: PowerCutState | null }) | null
> {
  const folder = powerCutFolderIn(directory);
  const status = await lstat(folder).catch(() => null);
  if (status === null) {
    return null;
  }
  const kept = await storeIn(folder).look();
  const noted = kept.kind === "value" ? kept.value : null;
  const isInPart = noted !== null && (await isRemovalBegun(folder)) === true;
  const state = isInPart ? takeStep(noted, { type: "removal-begins" }) : noted;
  const offer = state ? offerFor(state) : status.isDirectory() ? "unreadable" : "foreign";
  return { folder, offer, createdAt: state?.plan.createdAt ?? null, state };
}
