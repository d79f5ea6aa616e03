import { formatDuration } from "../format";
import { measured } from "../measured";
import { messages } from "../messages";

const said = messages({
  unknownTime: "a time that is not known",
});

/** Of one save; the median. */
export function typicalTime(medianNs: number | null): string {
  return medianNs === null ? said.unknownTime() : formatDuration(medianNs);
}

/** Why the system refused something or broke it off, as the report has it. */
export function reasonOr(reason: string | null): string {
  return reason ?? measured.noReason();
}

/** Messages of the system often come without a full stop. */
export function asSentence(text: string): string {
  return /[.!?]$/.test(text) ? text : `${text}.`;
}

type OptionOf<Id extends string> = Id extends `${infer Head}-${infer Tail}`
  ? `${Head}_${OptionOf<Tail>}`
  : Id;

/** A code as an option of a `select`, which may not have a hyphen. */
export function optionOf<Id extends string>(id: Id): OptionOf<Id> {
  return id.replaceAll("-", "_") as OptionOf<Id>;
}

/** What a rate of safe saves compares with. */
export type Likeness = "slower-than-disks" | "hard-disk" | "slow-ssd" | "good-ssd" | "server";
