import type { Slowdown } from "#contract/mode-result";
import type { Amount, statements } from "#text/verdict/slowed";
import { isDisturbed } from "../disturbance";
import type { Facts, MeasuredMode } from "../facts/facts";
import { type FindingDraft, finder } from "../facts/finding";
import { heatOfSaves } from "../health/heat";
import { maybeHeat } from "../health/maybe-heat";
import { sayer } from "../say";

const say = sayer<typeof statements>();
const finding = finder<typeof statements>();

/** Finding on saves that became slow for good after a certain amount of writing. */

/** Two amounts of written bytes whose ratio is below this are reported as one amount. */
const oneAmount = 1.25;

/** How much was written before the rate fell: two amounts or, if they are close, the larger. */
export function amountOf({ fastUntilBytes, slowFromBytes }: Slowdown): Amount {
  const isOne = slowFromBytes <= oneAmount * fastUntilBytes;
  return { fastUntilBytes: isOne ? null : fastUntilBytes, slowFromBytes };
}

export function slowedFindings(facts: Facts): FindingDraft[] {
  const { report, safe, isVirtual, isPaced } = facts;
  const slowdown = safe?.slowdown;
  if (!safe || !slowdown || isPaced) {
    return [];
  }
  const heat = heatOfSaves(safe, slowdown, report);
  if (heat.state === "at-limit") {
    return [];
  }
  const { fastPerSecond, slowPerSecond } = slowdown;
  const amount = amountOf(slowdown);
  const disturbed = wasDisturbed(safe, slowdown);
  return [
    finding("saves-slowed", disturbed ? "info" : "caution", {
      title: say("saves-slowed.title", amount),
      seen: [
        say("saves-slowed.seen", { fastPerSecond, slowPerSecond, mode: safe.mode }),
        say("saves-slowed.seen-amount", amount),
      ],
      means: [
        say("saves-slowed.means", { isVirtual }),
        ...maybeHeat(heat),
        say(disturbed ? "saves-slowed.means-disturbed" : "saves-slowed.means-lasting"),
      ],
      todo: say("saves-slowed.todo"),
    }),
  ];
}

/** Whether a round that ran mostly at the slow rate was disturbed. */
function wasDisturbed({ rounds }: MeasuredMode, { fastPerSecond, slowPerSecond }: Slowdown) {
  const middle = Math.sqrt(fastPerSecond * slowPerSecond);
  return rounds.some((round) => isDisturbed(round) && round.iops < middle);
}
