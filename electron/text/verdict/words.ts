import { formatDuration } from "../format";
import { measured } from "../measured";
import { messages } from "../messages";

const said = messages({
  unknownTime: "a time that is not known",
});

/** Median duration of one save, in words. */
export function typicalTime(medianNs: number | null): string {
  return medianNs === null ? said.unknownTime() : formatDuration(medianNs);
}

/** The reason of a refusal or failure, or "no reason given". */
export function reasonOr(reason: string | null): string {
  return reason ?? measured.noReason();
}

/** Adds the full stop that system messages often lack. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

type OptionOf<Id extends string> = Id extends `${infer Head}-${infer Tail}`
  ? `${Head}_${OptionOf<Tail>}`
  : Id;

/** A code as a `select` option, which must not contain hyphens. */
export function optionOf<Id extends string>(id: Id): OptionOf<Id> {
  return id.replaceAll("-", "_") as OptionOf<Id>;
}

/** Classes of drives that a rate of safe saves is compared with. */
export type Likeness = "slower-than-disks" | "hard-disk" | "slow-ssd" | "good-ssd" | "server";
