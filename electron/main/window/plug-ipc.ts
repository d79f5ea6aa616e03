import { powerSaveBlocker } from "electron";
import type { PlugGuideService } from "../power-cut/plug-guide";
import { pageAddresses } from "../witness/addresses";
import { type Served, serveIpc } from "./ipc-server";

/** What the window may ask of the plug test's guide. */
export function servePlugGuide(guide: PlugGuideService, served: Served): void {
  const awake = new AwakeWhileWriting();
  const done = async (action: Promise<void> | void) => {
    await action;
    return null;
  };
  serveIpc(
    {
      plugGuide: () => guide.current(),
      foundPlugTest: (_sender, volumeId) => guide.found(volumeId),
      resumePlugTest: (_sender, volumeId) => done(guide.resume(volumeId)),
      removeFoundPlugTest: (_sender, volumeId) => guide.removeFound(volumeId),
      offerWitnesses: (_sender, volumeId) => guide.offerWitnesses(volumeId),
      openPlugTest: (_sender, request) => done(guide.open(request)),
      preparePlugTest: () => done(guide.prepare()),
      beginPlugTest: () => {
        awake.begin();
        return done(guide.startWriting());
      },
      askForPowerCut: () => done(guide.askForCut()),
      stopPlugTest: () => {
        awake.end();
        return done(guide.stop());
      },
      witnessAddresses: () => pageAddresses(),
      meetWitnessAt: (_sender, address) => done(guide.meetAt(address)),
      enterWitnessed: (_sender, typed) => guide.enterTyped(typed),
      cutQuestion: () => guide.cutQuestion(),
      sayWhatWasDone: (_sender, deed) => done(guide.say(deed)),
      finishPlugTest: () => {
        awake.end();
        return done(guide.finish());
      },
      discardPlugTest: () => {
        awake.end();
        return guide.discard();
      },
    },
    served,
  );
}

/** A computer that falls asleep writes its caches out first: that would be no power cut. */
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
