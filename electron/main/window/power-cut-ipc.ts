import { powerSaveBlocker } from "electron";
import type { PowerCutGuideService } from "../power-cut/guide";
import { pageAddresses } from "../witness/addresses";
import type { Handlers } from "./ipc-server";

export function powerCutHandlers(guide: PowerCutGuideService) {
  const awake = new AwakeWhileWriting();
  return {
    powerCutGuide: () => guide.current(),
    foundPowerCutTest: (_sender, volumeId) => guide.found(volumeId),
    resumePowerCutTest: (_sender, volumeId) => guide.resume(volumeId),
    removeFoundPowerCutTest: (_sender, volumeId) => guide.removeFound(volumeId),
    offerWitnesses: (_sender, volumeId) => guide.offerWitnesses(volumeId),
    openPowerCutTest: (_sender, request) => guide.open(request),
    preparePowerCutTest: () => guide.prepare(),
    beginPowerCutTest: () => {
      awake.begin();
      guide.startWriting();
      const end = () => awake.end();
      // The call that ends the test also waits for the writing, and reports its error.
      void guide.ended().then(end, end);
    },
    askForPowerCut: () => guide.askForCut(),
    stopPowerCutTest: () => {
      awake.end();
      return guide.stop();
    },
    witnessAddresses: () => pageAddresses(),
    meetWitnessAt: (_sender, address) => guide.meetAt(address),
    enterWitnessed: (_sender, typed) => guide.enterTyped(typed),
    cutQuestion: () => guide.cutQuestion(),
    sayWhatWasDone: (_sender, deed) => guide.say(deed),
    finishPowerCutTest: () => {
      awake.end();
      return guide.finish();
    },
    discardPowerCutTest: () => {
      awake.end();
      return guide.discard();
    },
  } satisfies Partial<Handlers>;
}

/**
 * Keeps the computer awake: it flushes its caches before it sleeps, so that a cut would prove
 * nothing.
 */
class AwakeWhileWriting {
  private blocker: number | null = null;

  begin(): void {
    this.blocker ??= powerSaveBlocker.start("prevent-app-suspension");
  }

  end(): void {
    if (this.blocker !== null) {
      powerSaveBlocker.stop(this.blocker);
      this.blocker = null;
    }
  }
}
