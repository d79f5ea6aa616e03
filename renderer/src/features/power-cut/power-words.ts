import type { Drive } from "../../../../electron/contract/volume";

/** How the power of a drive can be cut, by what kind of machine it is in. */
export const machines = ["external", "desktop", "laptop"] as const;
export type Machine = (typeof machines)[number];

interface MachineWords {
  readonly title: string;
  /** How it is done, and what the result then speaks of. */
  readonly how: string;
  /** What the person does at "now", in one line. */
  readonly now: string;
  readonly afterwards: string;
}

export const machineWords: Readonly<Record<Machine, MachineWords>> = {
  external: {
    title: "An external drive",
    how: "You pull the drive’s cable; where it has a power supply of its own, pull that as well. The computer stays on. The drive loses its power at once, so this is the clearest test.",
    now: "Pull the drive’s cable.",
    afterwards:
      "Leave the drive without power for about ten seconds. Then plug it in again at this computer.",
  },
  desktop: {
    title: "A desktop computer",
    how: "You pull the plug, or switch off the power strip or the power supply at the back. The drive loses its power with the computer.",
    now: "Pull the plug of the computer.",
    afterwards:
      "Leave the computer without power for about 30 seconds. Then start it and open DriveProof.",
  },
  laptop: {
    title: "A laptop",
    how: "You hold the power button until the screen goes black, about ten seconds. Some laptops keep the drive powered all the while: the result then proves less than it seems. Where the battery can be taken out, unplug the charger and take it out instead: that is a power cut.",
    now: "Hold the power button until the screen is black.",
    afterwards: "Wait about 30 seconds. Then start the computer and open DriveProof.",
  },
};

/** Best guess before the person says; a drive that can be removed has a cable of its own. */
export function likelyMachine({ removable }: Drive): Machine {
  return removable === true ? "external" : "laptop";
}
