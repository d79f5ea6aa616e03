import { powerSaveBlocker } from "electron";
import type { PowerCutGuideService } from "../power-cut/guide";
import { pageAddresses } from "../witness/addresses";
import type { Handlers } from "./ipc-server";

/** The window's calls to the plug test's guide. */
export function powerCutHandlers(guide: PowerCutGuideService) {
  const awake = new AwakeWhileWriting();
  const done = async (action: Promise<void> | void) => {
    await action;
    return null;
  };
  return {
    powerCutGuide: () => guide.current(),
    foundPowerCutTest: (_sender, volumeId) => guide.found(volumeId),
    resumePowerCutTest: (_sender, volumeId) => done(guide.resume(volumeId)),
    removeFoundPowerCutTest: (_sender, volumeId) => guide.removeFound(volumeId),
    offerWitnesses: (_sender, volumeId) => guide.offerWitnesses(volumeId),
    openPowerCutTest: (_sender, request) => done(guide.open(request)),
    preparePowerCutTest: () => done(guide.prepare()),
    beginPowerCutTest: () => {
      awake.begin();
      return done(guide.startWriting());
    },
    askForPowerCut: () => done(guide.askForCut()),
    stopPowerCutTest: () => {
      awake.end();
      return done(guide.stop());
    },
    witnessAddresses: () => pageAddresses(),
    meetWitnessAt: (_sender, address) => done(guide.meetAt(address)),
    enterWitnessed: (_sender, typed) => guide.enterTyped(typed),
    cutQuestion: () => guide.cutQuestion(),
    sayWhatWasDone: (_sender, deed) => done(guide.say(deed)),
    finishPowerCutTest: () => {
      awake.end();
      return done(guide.finish());
    },
    discardPowerCutTest: () => {
      awake.end();
      return guide.discard();
    },
  } satisfies Partial<Handlers>;
}

/**
 * Keeps the computer awake: before it sleeps it flushes its caches, so that a cut would prove
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
