import { lstat } from "node:fs/promises";
import type { FoundPlugTest } from "../../contract/plug-guide";
import { offerFor, takeStep } from "../../contract/power-cut-stage";
import type { PlugState } from "../../contract/power-cut-state";
import type { Volume } from "../../contract/volume";
import { isRemovalBegun, plugFolderIn, storeIn } from "./power-cut-files";

/** A plug test where a new one on this volume would be made, and its own notes, if any. */
export async function findPlugTest({
  directory,
}: Pick<Volume, "directory">): Promise<(FoundPlugTest & { state: PlugState | null }) | null> {
  const folder = plugFolderIn(directory);
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
