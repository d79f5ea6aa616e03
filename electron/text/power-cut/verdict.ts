import type { FlushModeId } from "#contract/flush-mode";
import type { PowerCutDoubt } from "#contract/power-cut/test";
import { savesOf } from "../flush-modes";
import { formatDuration, formatPercent } from "../format";
import { messages } from "../messages";
import { doubtAt } from "./result";

const test = "{isPulled, select, true {unplug test} other {plug test}}" as const;

/** Sentences that a drive's plug tests add to its verdict. */
const said = messages({
  kept: "{named, select, true {Nothing confirmed by {modes} was lost} other {Nothing confirmed was lost}} in {cuts, plural, =1 {one power cut} other {# power cuts}}{whose, select, system {, as the system shows} person {, by the word of the person who made the test} other {, {confirmed, plural, =1 {one} other {#}} of them shown by the system, {others, plural, =1 {the other} other {the others}} by the word of the person who made the test}}.",
  keptSimulated:
    "{named, select, true {Nothing confirmed by {modes} was lost} other {Nothing confirmed was lost}} in {cuts, plural, =1 {one power cut} other {# power cuts}}{whose, select, system {, as the system shows} person {, by the word of the person who made the test} other {, {confirmed, plural, =1 {one} other {#}} of them shown by the system, {others, plural, =1 {the other} other {the others}} by the word of the person who made the test}}, but the drive is simulated: what provides it decides, and whether that lost its power is not known.",
  lost: "{cuts, plural, =1 {Saves on this volume that had been confirmed as safe were lost in a power cut} other {Saves on this volume that had been confirmed as safe were lost in {losses, number} of # power cuts}}{whose, select, system {, as the system shows} person {, by the word of the person who made the test} other {, {confirmed, plural, =1 {one} other {#}} of them shown by the system, {others, plural, =1 {the other} other {the others}} by the word of the person who made the test}}.",
  bound:
    "{ifPerson, select, true {By the rule of three (3 / {cuts, number}) at most about {share} of such cuts lose a confirmed save, with 95\u00a0% confidence, if the power went each time as the person says.} other {By the rule of three (3 / {cuts, number}) at most about {share} of such cuts lose a confirmed save, with 95\u00a0% confidence.}}",
  unbound:
    "{cuts, plural, =1 {One cut without a loss proves} other {# cuts without a loss prove}} little: after ten of them at most about 30\u00a0% of cuts lose a confirmed save, after sixty 5\u00a0% (rule of three, 95\u00a0% confidence).",
  onlyInsisting: "An ordinary save stops at the drive’s own memory.",
  advice:
    "Run the plug test: only a power cut shows whether this drive keeps what it has confirmed. DriveProof leads through it, and a phone or another drive notes the numbers.",
  adviceUnplug:
    "Run the unplug test: only pulling it out without ejecting it shows whether it keeps what it has confirmed. DriveProof leads through it, and a phone or another drive notes the numbers.",

  no: "No",

  lostTitle: "Confirmed saves did not survive a power cut",
  lostMeans:
    "A program that was told its data is safe was told wrong. Whether the drive, its case or bridge, a RAID or the file system is to blame, the test cannot tell: it is this volume on which saves are not safe.",
  lostTodo: `Do not keep the only copy of anything on this volume. Look for firmware updates and for a setting of the drive’s write cache, connect the drive without anything in between, then run the ${test} again.`,

  lostTodoSetting: `Do not keep the only copy of anything on this volume. Have the setting changed that keeps saves from the drive, then run the ${test} again.`,
  lostTodoFaulty:
    "Do not keep the only copy of anything on this volume, and cut its power no more.",
  lostTodoUnseen:
    "Do not keep the only copy of anything on this volume, and show this report to whoever set it up.",

  keptTitle:
    "Nothing confirmed was lost in {cuts, plural, =1 {one power cut} other {# power cuts}}",
  keptLatest: "Of the latest cut:",
  keptBlind: "Of a drive that writes out by itself within {window} these cuts say nothing.",
  keptOpen: `Repeat the ${test}: one cut tells of one way of saving, the last that waited for the drive. Still open: {modes}.`,
  keptMore: `Repeat the ${test}: every further cut without a loss proves more.`,

  unreachedTitle: `The ${test} has not reached the ordinary save yet`,
  unreachedKept: "With {modes} nothing was lost.",
  unreachedMeans:
    "One cut tells of one way of saving, the last that waited for the drive. Of {modes} nothing is known yet.",
  notProvenTitle: `The ${test} proves nothing yet`,
  notProvenMeans: "It changes nothing in this verdict, neither for the drive nor against it.",
  notProvenTodo: `Run the ${test} again.`,
  noPromise: `The ${test} had no way of saving that promises to survive a power cut.`,
  notProven: "Not proven: {doubt}",
});

/**
 * Whether the drive alone loses its power (stick, card, external drive); missing in earlier
 * reports.
 */
interface Pulled {
  readonly isPulled?: boolean;
}

const pulled = ({ isPulled = false }: Pulled) => ({ isPulled: `${isPulled}` }) as const;

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
  named: `${mode !== null}`,
  modes: mode === null ? "" : savesOf([mode]),
  cuts,
  ...wordOf(cuts, confirmedCuts),
});

export const statements = {
  "power-cut.kept": (p: Kept) => said.kept(kept(p)),
  "power-cut.kept-simulated": (p: Kept) => said.keptSimulated(kept(p)),
  "power-cut.lost": (p: {
    cuts: number;
    cutsWithLoss: number;
    /** Losses in tests with evidence for a cut, from the system or the person. */
    toldLosses: number;
    confirmedLosses: number;
  }) =>
    said.lost({
      cuts: p.cuts,
      losses: p.cutsWithLoss,
      ...wordOf(p.toldLosses, p.confirmedLosses),
    }),
  "power-cut.bound": (p: Cuts & { lossRateBound: number }) =>
    said.bound({
      ifPerson: `${p.confirmedCuts < p.cuts}`,
      cuts: p.cuts,
      share: formatPercent(p.lossRateBound),
    }),
  "power-cut.unbound": (p: { cuts: number }) => said.unbound(p),
  "power-cut.only-insisting": said.onlyInsisting,
  "advice.plug-test": said.advice,
  "advice.unplug-test": said.adviceUnplug,

  "answer.honesty.no": said.no,

  "power-cut-lost.title": said.lostTitle,
  "power-cut-lost.means": said.lostMeans,
  "power-cut-lost.todo": (p: Pulled) => said.lostTodo(pulled(p)),

  "power-cut-lost.todo-setting": (p: Pulled) => said.lostTodoSetting(pulled(p)),
  "power-cut-lost.todo-faulty": said.lostTodoFaulty,
  "power-cut-lost.todo-unseen": said.lostTodoUnseen,

  "power-cut-kept.title": (p: { cuts: number }) => said.keptTitle(p),
  "power-cut-kept.latest": said.keptLatest,
  "power-cut-kept.blind": (p: { windowNs: number }) =>
    said.keptBlind({ window: formatDuration(p.windowNs) }),
  "power-cut-kept.open": (p: Pulled & { modes: readonly FlushModeId[] }) =>
    said.keptOpen({ ...pulled(p), modes: savesOf(p.modes) }),
  "power-cut-kept.more": (p: Pulled) => said.keptMore(pulled(p)),

  "power-cut-not-proven.title-unreached": (p: Pulled) => said.unreachedTitle(pulled(p)),
  "power-cut-not-proven.kept": (p: { modes: readonly FlushModeId[] }) =>
    said.unreachedKept({ modes: savesOf(p.modes) }),
  "power-cut-not-proven.means-unreached": (p: { mode: FlushModeId }) =>
    said.unreachedMeans({ modes: savesOf([p.mode]) }),
  "power-cut-not-proven.title": (p: Pulled) => said.notProvenTitle(pulled(p)),
  "power-cut-not-proven.means": said.notProvenMeans,
  "power-cut-not-proven.todo": (p: Pulled) => said.notProvenTodo(pulled(p)),
  "power-cut-not-proven.no-promise": (p: Pulled) => said.noPromise(pulled(p)),
  "power-cut-not-proven.doubt": (p: { doubt: PowerCutDoubt }) =>
    said.notProven({ doubt: doubtAt("colon", p.doubt) }),
  "power-cut-not-proven.another-doubt": (p: { doubt: PowerCutDoubt }) => doubtAt("start", p.doubt),
};
