import { notTestable } from "#contract/drive-error";
import type { OpenPowerCutTest } from "#contract/power-cut/state";
import type { PageAddress, WitnessOffer, WitnessTicket } from "#contract/power-cut/witness";
import { shownPath } from "#contract/shown-text";
import { ownName, type Volume } from "#contract/volume";
import { witnessChoice } from "#text/power-cut/witness";
import { driveTicket, pageTicket } from "./ticket";
import { judgeWitnessDrive, whyNotThisComputer } from "./witness-drive";

/** The facts about this computer that the choice of a witness needs. */
export interface Surroundings {
  readonly listVolumes: () => Promise<Volume[]>;
  /** `id`: the window's name for the volume. */
  readonly currentVolume: (id: string) => Promise<Volume>;
  readonly addresses: () => Promise<PageAddress[]>;
}

/** The possible witnesses for a test of this volume, and for each impossible one the reason. */
export async function offerWitnesses(
  { listVolumes, currentVolume, addresses }: Surroundings,
  volumeId: string,
  platform: NodeJS.Platform = process.platform,
): Promise<WitnessOffer> {
  const tested = await currentVolume(volumeId);
  const others = (await listVolumes()).filter(({ id }) => id !== volumeId);
  return {
    addresses: await addresses(),
    drives: others.map((volume) => ({
      volumeId: volume.id,
      name: volume.name,
      mountPoint: shownPath(volume.mountPoint),
      ...judgeWitnessDrive(volume, tested),
    })),
    computerRefused: whyNotThisComputer(tested),
    firewallQuestion: firewallQuestion(platform),
  };
}

/**
 * What the firewall of Windows or macOS asks when a program first listens for connections. On
 * Windows only an administrator can say yes, and without a yes the phone cannot connect.
 */
function firewallQuestion(platform: NodeJS.Platform): string | null {
  switch (platform) {
    case "win32":
      return witnessChoice.firewallOfWindows();
    case "darwin":
      return witnessChoice.firewallOfMacos();
    default:
      return null;
  }
}

/**
 * What is needed to find the chosen witness again. `null` for this computer. Throws a `DriveFault`
 * if this choice is not possible: the window's offer may be out of date.
 */
export async function ticketFor(
  { modes, witness }: OpenPowerCutTest,
  tested: Volume,
  runId: string,
  { currentVolume, addresses }: Surroundings,
): Promise<WitnessTicket | null> {
  const test = { runId, subject: ownName(tested).slice(0, 120), modes };
  switch (witness.kind) {
    case "page":
      if (!(await addresses()).some(({ address }) => address === witness.address)) {
        throw notTestable(witnessChoice.addressGone());
      }
      return pageTicket(test, witness.address);
    case "drive": {
      const drive = await currentVolume(witness.volumeId);
      const judged = judgeWitnessDrive(drive, tested);
      if (!judged.usable) {
        throw notTestable(judged.reason);
      }
      return driveTicket(test, drive.directory);
    }
    case "computer": {
      const refusal = whyNotThisComputer(tested);
      if (refusal !== null) {
        throw notTestable(refusal);
      }
      return null;
    }
  }
}
