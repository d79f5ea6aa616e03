import { type FlushModeId, isSyncing } from "#contract/flush-mode";
import { savesOf } from "../flush-modes";
import { formatDuration, formatFixed } from "../format";
import { messages } from "../messages";
import { listOfClauses } from "../words";

/** The headline of a plug test: what was lost, with which flush mode. */
const said = messages({
  changed:
    "{isPulled, select, true {Files of this unplug test are missing or changed, and no cut is known: it proves nothing.} other {Files of this plug test are missing or changed, and no power cut is known: it proves nothing.}}",
  uncut:
    "{isPulled, select, true {This unplug test proves nothing: no cut is known.} other {This plug test proves nothing: no power cut is known.}}",
  nothing:
    "{isPulled, select, true {This unplug test gave no result: no save was lost, and none is known to have been at risk.} other {This plug test gave no result: no save was lost, and none is known to have been at risk.}}",

  // `first`, `next` and `open` are clauses of one sentence, which has one clause per kind of loss.
  first:
    "{subject, select, drive {With {modes} this drive lost {loss}} computer {With {modes} this computer lost {loss}}}",
  next: "with {modes} it lost {loss}",
  open: "about {modes} the test proves nothing",
  sentence:
    "{byPerson, select, true {{clauses}, if the power was cut as the person says.} other {{clauses}.}}",

  none: "nothing",
  saves:
    "{isConfirmed, select, true {{failed, plural, =1 {one confirmed save} other {# confirmed saves}}} other {{failed, plural, =1 {one save} other {# saves}}}}",
  span: "the last {span}",
  savesOfSpan: "{failed, plural, one {# save} other {# saves}} of the last {span}",
  seconds: "{count, plural, one {{figure}\u00a0second} other {{figure}\u00a0seconds}}",
});

/** Losses per mode, in the order of `lostModes`. */
interface Losses {
  readonly lostModes: readonly FlushModeId[];
  readonly failed: readonly number[];
  /** Number of each mode's lost saves that are older than a surviving save. */
  readonly reordered: readonly number[];
  /** The lost time of each mode; `null` if it is not known. */
  readonly lostSpanNs: readonly (number | null)[];
}

interface Told extends Losses {
  readonly subject: "drive" | "computer";
  readonly keptModes: readonly FlushModeId[];
  /** Modes about which the test proves nothing. */
  readonly openModes: readonly FlushModeId[];
  readonly byPerson: boolean;
}

/** `isPulled`: whether the plug test was an unplug test; missing in reports of earlier versions. */
interface Named {
  readonly isPulled?: boolean;
}

export const statements = {
  "headline.plug-test-changed": ({ isPulled = false }: Named) =>
    said.changed({ isPulled: `${isPulled}` }),
  "headline.plug-test-uncut": ({ isPulled = false }: Named) =>
    said.uncut({ isPulled: `${isPulled}` }),
  "headline.plug-test-nothing": ({ isPulled = false }: Named) =>
    said.nothing({ isPulled: `${isPulled}` }),
  "headline.plug-test-told": ({ subject, keptModes, openModes, byPerson, ...losses }: Told) => {
    const all = [
      ...lossesIn(losses),
      ...(keptModes.length === 0 ? [] : [{ modes: savesOf(keptModes), loss: said.none() }]),
    ];
    const clauses = all.map((each, place) =>
      place === 0 ? said.first({ ...each, subject }) : said.next(each),
    );
    const open = openModes.length === 0 ? [] : [said.open({ modes: savesOf(openModes) })];
    return said.sentence({
      byPerson: `${byPerson}`,
      clauses: listOfClauses([...clauses, ...open]),
    });
  },
};

/** Groups modes whose losses read alike. */
function lossesIn(losses: Losses): { readonly modes: string; readonly loss: string }[] {
  const groups = new Map<string, FlushModeId[]>();
  losses.lostModes.forEach((mode, place) => {
    const loss = lossAt(losses, place, isSyncing(mode));
    groups.set(loss, [...(groups.get(loss) ?? []), mode]);
  });
  return [...groups].map(([loss, modes]) => ({ modes: savesOf(modes), loss }));
}

/**
 * What was lost: the lost time, if no save after its start survived; "saves of that time" if some
 * did; the number of lost saves if the time is not known.
 */
function lossAt(
  { failed: all, reordered, lostSpanNs }: Losses,
  place: number,
  isConfirmed: boolean,
): string {
  const failed = all[place] ?? 0;
  const spanNs = lostSpanNs[place] ?? null;
  if (spanNs === null) {
    return said.saves({ failed, isConfirmed: `${isConfirmed}` });
  }
  const span = inWords(spanNs);
  return (reordered[place] ?? 0) === 0 ? said.span({ span }) : said.savesOfSpan({ failed, span });
}

/** A duration in a sentence: "4.2 seconds", but short units below a second and from a minute on. */
function inWords(ns: number): string {
  const seconds = ns / 1e9;
  if (seconds < 0.9995 || seconds >= 59.5) {
    return formatDuration(ns);
  }
  const decimals = seconds < 9.95 ? 1 : 0;
  return said.seconds({
    figure: formatFixed(seconds, decimals),
    count: Number(seconds.toFixed(decimals)),
  });
}
