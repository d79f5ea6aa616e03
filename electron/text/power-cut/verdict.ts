import type { FlushModeId } from "#contract/flush-mode";
import type { PowerCutDoubt } from "#contract/power-cut/test";
import { savesOf } from "../flush-modes";
import { sentences } from "../sentences";
import { doubtAt } from "./result";

const test = "{isPulled, select, true {unplug test} other {plug test}}" as const;

/** Sentences that a drive's plug tests add to its verdict. */
const said = sentences({
  "power-cut.kept":
    "{named, select, true {Nothing confirmed by {modes} was lost} other {Nothing confirmed was lost}} in {cuts, plural, =1 {one power cut} other {# power cuts}}{whose, select, system {, as the system shows} person {, by the word of the person who made the test} other {, {confirmed, plural, =1 {one} other {#}} of them shown by the system, {others, plural, =1 {the other} other {the others}} by the word of the person who made the test}}.",
  "power-cut.kept-simulated":
    "{named, select, true {Nothing confirmed by {modes} was lost} other {Nothing confirmed was lost}} in {cuts, plural, =1 {one power cut} other {# power cuts}}{whose, select, system {, as the system shows} person {, by the word of the person who made the test} other {, {confirmed, plural, =1 {one} other {#}} of them shown by the system, {others, plural, =1 {the other} other {the others}} by the word of the person who made the test}}, but the drive is simulated: what provides it decides, and whether that lost its power is not known.",
  "power-cut.lost":
    "{cuts, plural, =1 {Saves on this volume that had been confirmed as safe were lost in a power cut} other {Saves on this volume that had been confirmed as safe were lost in {cutsWithLoss, number} of # power cuts}}{whose, select, system {{cuts, plural, =1 {, as the system shows} other {{cutsWithLoss, plural, =1 {; the system shows that one} other {; the system shows those}}}}} person {, by the word of the person who made the test} other {, {confirmed, plural, =1 {one} other {#}} of them shown by the system, {others, plural, =1 {the other} other {the others}} by the word of the person who made the test}}.",
  "power-cut.bound":
    "{ifPerson, select, true {By the rule of three (3 / {cuts, number}) at most about {lossRateBound, number, percent} of such cuts lose a confirmed save, with 95\u00a0% confidence, if the power went each time as the person says.} other {By the rule of three (3 / {cuts, number}) at most about {lossRateBound, number, percent} of such cuts lose a confirmed save, with 95\u00a0% confidence.}}",
  "power-cut.unbound":
    "{cuts, plural, =1 {One cut without a loss proves} other {# cuts without a loss prove}} little: after ten of them at most about 30\u00a0% of cuts lose a confirmed save, after sixty 5\u00a0% (rule of three, 95\u00a0% confidence).",
  "power-cut.only-insisting": "An ordinary save stops at the drive’s own memory.",
  "advice.plug-test":
    "Run the plug test: only a power cut shows whether this drive keeps what it has confirmed. DriveProof leads through it, and a phone or another drive notes the numbers.",
  "advice.unplug-test":
    "Run the unplug test: only pulling it out without ejecting it shows whether it keeps what it has confirmed. DriveProof leads through it, and a phone or another drive notes the numbers.",

  "answer.honesty.no": "No",

  "power-cut-lost.title": "Confirmed saves did not survive a power cut",
  "power-cut-lost.means":
    "A program that was told its data is safe was told wrong. Whether the drive, its case or bridge, a RAID or the file system is to blame, the test cannot tell: it is this volume on which saves are not safe.",
  "power-cut-lost.todo": `Copy what matters elsewhere first, and do not keep the only copy of anything on this volume. Then look for firmware updates and for a setting of the drive’s write cache, connect the drive without anything in between, then run the ${test} again.`,

  "power-cut-lost.todo-setting": `Do not keep the only copy of anything on this volume. Have the setting changed that keeps saves from the drive, then run the ${test} again.`,
  "power-cut-lost.todo-faulty":
    "Do not keep the only copy of anything on this volume, and cut its power no more.",
  "power-cut-lost.todo-unseen":
    "Do not keep the only copy of anything on this volume, and show this report to whoever set it up.",

  "power-cut-kept.title":
    "Nothing confirmed was lost in {cuts, plural, =1 {one power cut} other {# power cuts}}",
  "power-cut-kept.latest": "Of the latest cut:",
  "power-cut-kept.blind":
    "Of a drive that writes out by itself within {windowNs, number, duration} these cuts say nothing.",
  "power-cut-kept.open": `Repeat the ${test}: one cut tells of one way of saving, the last that waited for the drive. Still open: {modes}.`,
  "power-cut-kept.more": `Repeat the ${test}: every further cut without a loss proves more.`,

  "power-cut-not-proven.title-unreached": `The ${test} has not reached the ordinary save yet`,
  "power-cut-not-proven.kept": "With {modes} nothing was lost.",
  "power-cut-not-proven.means-unreached":
    "One cut tells of one way of saving, the last that waited for the drive. Of {modes} nothing is known yet.",
  "power-cut-not-proven.title": `The ${test} proves nothing yet`,
  "power-cut-not-proven.means":
    "It changes nothing in this verdict, neither for the drive nor against it.",
  "power-cut-not-proven.todo": `Run the ${test} again.`,
  "power-cut-not-proven.no-promise": `The ${test} had no way of saving that promises to survive a power cut.`,
  "power-cut-not-proven.doubt": "Not proven: {doubt}",
});

/** Whether the drive alone loses its power (stick, card, external drive); missing in older reports. */
interface Pulled {
  readonly isPulled?: boolean;
}

const pulled = ({ isPulled = false }: Pulled) => ({ isPulled }) as const;

/** The number of power cuts, and how many of them the system's records show. */
interface Cuts {
  readonly cuts: number;
  readonly confirmedCuts: number;
}

/** Who reports the cuts: the system, the person, or both. */
const wordOf = (cuts: number, confirmed: number) => ({
  whose: confirmed === cuts ? "system" : confirmed === 0 ? "person" : "both",
  confirmed,
  others: cuts - confirmed,
});

type Kept = Cuts & { readonly mode: FlushModeId | null };
const kept = ({ mode, cuts, confirmedCuts }: Kept) => ({
  named: mode !== null,
  modes: mode === null ? "" : savesOf([mode]),
  cuts,
  ...wordOf(cuts, confirmedCuts),
});

export const statements = {
  ...said,
  "power-cut.kept": (p: Kept) => said["power-cut.kept"](kept(p)),
  "power-cut.kept-simulated": (p: Kept) => said["power-cut.kept-simulated"](kept(p)),
  "power-cut.lost": (p: {
    cuts: number;
    cutsWithLoss: number;
    /** Losses in tests with evidence for a cut, from the system or the person. */
    toldLosses: number;
    confirmedLosses: number;
  }) =>
    said["power-cut.lost"]({
      ...p,
      ...wordOf(p.toldLosses, p.confirmedLosses),
    }),
  "power-cut.bound": (p: Cuts & { lossRateBound: number }) =>
    said["power-cut.bound"]({ ...p, ifPerson: p.confirmedCuts < p.cuts }),
  "power-cut-lost.todo": (p: Pulled) => said["power-cut-lost.todo"](pulled(p)),

  "power-cut-lost.todo-setting": (p: Pulled) => said["power-cut-lost.todo-setting"](pulled(p)),
  "power-cut-kept.open": (p: Pulled & { modes: readonly FlushModeId[] }) =>
    said["power-cut-kept.open"]({ ...pulled(p), modes: savesOf(p.modes) }),
  "power-cut-kept.more": (p: Pulled) => said["power-cut-kept.more"](pulled(p)),

  "power-cut-not-proven.title-unreached": (p: Pulled) =>
    said["power-cut-not-proven.title-unreached"](pulled(p)),
  "power-cut-not-proven.kept": (p: { modes: readonly FlushModeId[] }) =>
    said["power-cut-not-proven.kept"]({ modes: savesOf(p.modes) }),
  "power-cut-not-proven.means-unreached": (p: { mode: FlushModeId }) =>
    said["power-cut-not-proven.means-unreached"]({ modes: savesOf([p.mode]) }),
  "power-cut-not-proven.title": (p: Pulled) => said["power-cut-not-proven.title"](pulled(p)),
  "power-cut-not-proven.todo": (p: Pulled) => said["power-cut-not-proven.todo"](pulled(p)),
  "power-cut-not-proven.no-promise": (p: Pulled) =>
    said["power-cut-not-proven.no-promise"](pulled(p)),
  "power-cut-not-proven.doubt": (p: { doubt: PowerCutDoubt }) =>
    said["power-cut-not-proven.doubt"]({ doubt: doubtAt("colon", p.doubt) }),
  "power-cut-not-proven.another-doubt": (p: { doubt: PowerCutDoubt }) => doubtAt("start", p.doubt),
};
