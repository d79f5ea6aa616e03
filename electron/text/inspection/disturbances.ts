import { formatBytes } from "../format";
import { messages } from "../messages";

/** Causes that disturbed a round, as clauses to follow "while … was measured,". */

const said = messages({
  otherPrograms: "other programs wrote at least {bytes}",
  otherMachines: "other virtual machines took {share} of the processor’s time",
  heat: "the processor slowed down because it was hot",
  share: "{percent} %",
  range: "{least} to {most}",
  inSome: "{what} (in {rounds, number} of them)",
  and: "{most}, and {next}",

  seen: "While {mode} was measured, in round {round, number}, {what}.",
  seenGrowing: "While {mode} to a growing file was measured, in round {round, number}, {what}.",
  tooLow: "Its figures may be too low.",
  again: "It had been measured again for such a reason.",
});

/** In how many rounds a disturbance was seen; `null` if in all. */
interface InSome {
  readonly rounds: number | null;
}

export const statements = {
  "disturbed-round.other-programs": (p: { leastBytes: number; mostBytes: number } & InSome) =>
    inSome(p, said.otherPrograms({ bytes: range(p.leastBytes, p.mostBytes, formatBytes) })),
  "disturbed-round.other-machines": (p: { leastShare: number; mostShare: number } & InSome) =>
    inSome(p, said.otherMachines({ share: range(p.leastShare, p.mostShare, shareWords) })),
  "disturbed-round.heat": (p: InSome) => inSome(p, said.heat()),

  "disturbed-round.seen": (p: {
    mode: string;
    /** `append` if every write extended the file. */
    layout: string;
    /** Number of the round, counted from 1. */
    round: number;
    otherBytes: number | null;
    otherShare: number | null;
    isHot: boolean;
  }) => {
    const sentence = p.layout === "append" ? said.seenGrowing : said.seen;
    return sentence({ mode: p.mode, round: p.round, what: listOfCauses(causesOf(p)) });
  },
  "disturbed-round.too-low": said.tooLow,
  "disturbed-round.again": said.again,
};

interface Causes {
  readonly otherBytes: number | null;
  readonly otherShare: number | null;
  readonly isHot: boolean;
}

function causesOf({ otherBytes, otherShare, isHot }: Causes): string[] {
  return [
    ...(otherBytes === null ? [] : [said.otherPrograms({ bytes: formatBytes(otherBytes) })]),
    ...(otherShare === null ? [] : [said.otherMachines({ share: shareWords(otherShare) })]),
    ...(isHot ? [said.heat()] : []),
  ];
}

/** Joins clauses: "a, and b, and c". */
export function listOfCauses(causes: readonly string[]): string {
  return causes.length === 0 ? "" : causes.reduce((most, next) => said.and({ most, next }));
}

function inSome({ rounds }: InSome, what: string): string {
  return rounds === null ? what : said.inSome({ what, rounds });
}

function range(least: number, most: number, format: (amount: number) => string): string {
  const [low, high] = [format(least), format(most)];
  return low === high ? low : said.range({ least: low, most: high });
}

function shareWords(share: number): string {
  return said.share({ percent: `${Math.round(share * 100)}` });
}
