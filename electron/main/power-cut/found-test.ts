import { lstat } from "node:fs/promises";
import { notTestable } from "#contract/drive-error";
import type { FoundPowerCutTest, GuideRecord } from "#contract/power-cut/guide";
import { offerFor, type PowerCutState, takeStep } from "#contract/power-cut/state";
import type { Volume } from "#contract/volume";
import { powerCutRefusals } from "#text/power-cut/refusals";
import { isRemovalBegun, powerCutFolderIn, storeIn } from "./files";
import { newGuideRecord } from "./guide-record";

/**
 * The plug test in the folder where a new one on this volume would go, with its state if readable.
 */
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

/** Resumes a found test from the state beside its files. Throws a `DriveFault`. */
export async function recordOfFoundTest(volume: Volume): Promise<GuideRecord> {
  const { state, folder } = (await findPowerCutTest(volume)) ?? {};
  if (!state || !folder) {
    throw notTestable(powerCutRefusals.noneFoundToFinish());
  }
  return {
    ...newGuideRecord(volume, state.plan, null),
    state: { ...state, plan: { ...state.plan, folder } },
    witnessLost: true,
  };
}
