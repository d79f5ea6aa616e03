import type { PowerCutTest } from "#contract/power-cut/test";
import type { Statement } from "#contract/statement";
import type { statements } from "#text/power-cut/headline";
import { sayer } from "../say";

const say = sayer<typeof statements>();

/**
 * The plain sentence, such as "With ordinary saves this computer lost the last 4.2 seconds; with
 * full flushes it lost nothing." If any result proves something, modes whose result proves nothing
 * are omitted. `isPulled`: the drive was pulled out.
 */
export function headlineOf({ modes, cut }: PowerCutTest, isPulled = false): Statement {
  const lost = modes.filter(({ verdict }) => verdict === "lost");
  // Reports of earlier versions took a restart for a power cut: it proves nothing.
  const isCut = cut.evidence !== "none";
  const isChanged = modes.some(({ doubt }) => doubt === "changed-without-cut");
  if (isChanged || (!isCut && lost.length > 0)) {
    return say("headline.plug-test-changed", { isPulled });
  }
  const kept = modes.filter(({ verdict }) => verdict === "kept");
  if (!isCut) {
    return say("headline.plug-test-uncut", { isPulled });
  }
  if (lost.length === 0 && kept.length === 0) {
    return say("headline.plug-test-nothing", { isPulled });
  }
  const open = modes.filter(
    ({ verdict, lossExpected }) => verdict === "not-proven" && !lossExpected,
  );
  return say("headline.plug-test-told", {
    ...lossesOf(lost, cut),
    keptModes: kept.map(({ mode }) => mode),
    openModes: kept.length > 0 ? [] : open.map(({ mode }) => mode),
    byPerson: cut.evidence === "person",
  });
}

/** What was lost by modes that promise to survive a power cut. */
export function promisedLoss({ modes, cut }: PowerCutTest): Statement {
  const lost = modes.filter(({ verdict, lossExpected }) => verdict === "lost" && !lossExpected);
  return say("headline.plug-test-told", {
    ...lossesOf(lost, cut),
    keptModes: [],
    openModes: [],
    byPerson: false,
  });
}

function lossesOf(lost: PowerCutTest["modes"], cut: PowerCutTest["cut"]) {
  return {
    subject: cut.driveLost && cut.computerRestarted !== true ? "drive" : "computer",
    lostModes: lost.map(({ mode }) => mode),
    failed: lost.map(({ failed }) => failed),
    reordered: lost.map(({ reordered }) => reordered),
    lostSpanNs: lost.map(({ lostSpanNs }) => lostSpanNs),
  } as const;
}
