import { isMemory } from "#analysis/guarantee";
import { conditionOf } from "#analysis/health/condition";
import { shownByCounter } from "#analysis/power-cut/cut-evidence";
import { factsOf } from "#analysis/verdict/facts";
import { type Cause, causeOf } from "#analysis/verdict/glance/cause";
import { lossyTests } from "#analysis/verdict/glance/losses";
import type { Card } from "#analysis/verdict/glance/speeds";
import { isSetting } from "#analysis/verdict/glance/steps";
import { savesIn } from "#analysis/workloads/index";
import { criticalWarnings, type HealthQuantity, healthQuantities } from "#contract/health";
import type { ObservedCut } from "#contract/power-cut/test";
import { isPowerCutReport, type Report } from "#contract/report";
import type { Mark } from "#contract/verdict";
import { cacheStates } from "#text/document";
import { termOfArt } from "#text/flush-modes";
import { formatBytes, formatCount, formatDuration, formatFlushes, formatRate } from "#text/format";
import { lifeShareText, quantityName, quantityNames, quantityText } from "#text/health";
import { recordedText } from "#text/paper";
import { failuresText } from "#text/power-cut/result";
import { listOfClauses, listWithCommas } from "#text/words";

/** What a drive reports or counts itself, whatever it is connected to. */
const ofDriveAlone: readonly Cause[] = ["sold-as-new", "health-failing", "health-care"];

export type NamedValue = readonly [name: string, value: string];

/** For technicians: error codes and counters under the names that their tools use. */
export function recordedValues(report: Report, mark: Mark, reading: Card | null): NamedValue[] {
  const cause = causeOf(report, factsOf(report));
  // Connection and driver are ruled out as causes if a setting, data kept in memory, the drive's
  // age or what the drive reports of itself is the cause.
  const isFixed = isSetting(cause) || isMemory(report.volume) || ofDriveAlone.includes(cause);
  const isAgainst = mark === "bad" || mark === "care";
  const { freeBytes } = report.volume;
  const sources = reading?.standing?.band.sources;
  return [
    ...errorValues(report),
    // States the free space, because a shop asks whether the drive is only full.
    ...row(recordedText.free(), report.error && known(freeBytes, formatBytes)),
    ...saveValues(report),
    ...cutValues(report),
    ...howItWasCut(report),
    ...healthValues(report),
    ...row(recordedText.cache(), cacheStates[report.volume.writeCache]()),
    ...row(
      recordedText.strip(),
      known(sources?.length, (count) => recordedText.published({ count })),
    ),
    ...row(recordedText.otherCauses(), isAgainst && !isFixed ? recordedText.notRuledOut() : null),
    ...row(recordedText.specification(), isAgainst ? recordedText.notCompared() : null),
  ];
}

/** A row of one value; no row if the value is `null`. */
function row(name: string, value: string | null): NamedValue[] {
  return value === null ? [] : [[name, value]];
}

function known<T>(value: T | null | undefined, words: (value: T) => string): string | null {
  return value == null ? null : words(value);
}

function errorValues(report: Report): NamedValue[] {
  const { error } = report;
  const ofModes = savesIn(report)
    .modes.filter(({ status }) => status === "failed")
    // Skips the error that ended the inspection, because it has a separate line.
    .filter(({ reason }) => error === null || error.syscall === null || reason !== error.message)
    .map(({ mode, reason }): NamedValue => [termOfArt(mode), reason ?? recordedText.failed()]);
  if (error === null || error.syscall === null) {
    return ofModes;
  }
  const place =
    error.offset === null ? [] : [recordedText.atByte({ byte: formatCount(error.offset) })];
  const code = error.osCode === null ? [] : [recordedText.code({ code: String(error.osCode) })];
  return [[recordedText.error(), listWithCommas([error.syscall, ...code, ...place])], ...ofModes];
}

function saveValues(report: Report): NamedValue[] {
  const { safe, flushesPerSave, isPaced } = factsOf(report);
  if (safe === null) {
    return [];
  }
  const { latencyNs } = safe;
  const times = [
    isPaced ? null : recordedText.perSecond({ rate: formatRate(safe.iops) }),
    known(latencyNs?.p50, (p50) => recordedText.median({ time: formatDuration(p50) })),
    known(latencyNs?.p99, (p99) => recordedText.slowest({ time: formatDuration(p99) })),
  ].filter((time) => time !== null);
  return [
    [termOfArt(safe.mode), listWithCommas(times)],
    ...row(
      recordedText.flushes(),
      known(flushesPerSave, (flushes) => recordedText.perSave({ flushes: formatFlushes(flushes) })),
    ),
  ];
}

/** The most power cuts that the page has room for: the newest with a loss, else the newest. */
const mostCuts = 2;

function cutValues({ powerCut }: Report): NamedValue[] {
  const cuts = (powerCut?.tests ?? []).filter(({ cut }) => cut.evidence !== "none");
  const hasLoss = cuts.some(({ outcome }) => outcome === "lost");
  return cuts
    .map((test, place) => ({ ...test, place }))
    .filter(({ outcome }) => !hasLoss || outcome === "lost")
    .map(({ modes, cut, outcome, place }): NamedValue => {
      const lost = modes.filter(({ lossExpected, failed }) => !lossExpected && failed > 0);
      const without =
        outcome === "not-proven" ? recordedText.provedNothing() : recordedText.noLoss();
      const what = lost.map(({ failed, counts, mode }) =>
        recordedText.lostBy({
          failed: formatCount(failed),
          failures: failuresText(counts),
          // Leaves out saves that a later save had replaced, as the first page does.
          of: formatCount(failed + counts.survived),
          mode: termOfArt(mode),
        }),
      );
      return [
        recordedText.cut({ number: formatCount(place + 1) }),
        listWithCommas([...(what.length === 0 ? [without] : what), evidenceWords(cut)]),
      ];
    })
    .slice(-mostCuts);
}

/** How the cuts with a loss were made, and what shows that their saves had been reported as done. */
function howItWasCut({ powerCut }: Report): NamedValue[] {
  const tests = powerCut === null ? [] : lossyTests(powerCut);
  const lost = tests
    .flatMap(({ modes }) => modes)
    .filter(({ lossExpected, failed }) => !lossExpected && failed > 0);
  const deeds = tests.flatMap(({ cut: { deed } }) =>
    deed === null || deed === "no-cut" ? [] : [recordedText.deed({ deed })],
  );
  const noted = lost.flatMap(({ provenBy: by }) =>
    by === null ? [] : [recordedText.notedBy({ by })],
  );
  return [...named(recordedText.cutBy(), deeds), ...named(recordedText.noted(), noted)];
}

/** One row with the different values, each once; no row if there are no values. */
function named(name: string, values: readonly string[]): NamedValue[] {
  return values.length === 0 ? [] : [[name, listOfClauses([...new Set(values)])]];
}

function evidenceWords({ evidence, unsafeShutdowns }: ObservedCut): string {
  if (evidence !== "system") {
    return recordedText.byPerson();
  }
  return unsafeShutdowns !== null && shownByCounter(unsafeShutdowns) === "power-lost"
    ? recordedText.byCounter({
        before: formatCount(unsafeShutdowns.before),
        after: formatCount(unsafeShutdowns.after),
      })
    : recordedText.bySystem();
}

type RawNames = Readonly<Partial<Record<HealthQuantity, string>>>;

/** The names that nvme-cli and smartctl print, in every language. */
export const rawNames: Readonly<Record<"nvme" | "ata", RawNames>> = {
  nvme: {
    percentageUsed: "percentage_used",
    availableSparePercent: "available_spare",
    spareThresholdPercent: "available_spare_threshold",
    bytesRead: "data_units_read",
    bytesWritten: "data_units_written",
    powerOnHours: "power_on_hours",
    powerCycles: "power_cycles",
    unsafeShutdowns: "unsafe_shutdowns",
    mediaErrors: "media_errors",
    temperatureCelsius: "temperature",
  },
  ata: {
    powerOnHours: "Power_On_Hours",
    powerCycles: "Power_Cycle_Count",
    reallocatedSectors: "Reallocated_Sector_Ct",
    pendingSectors: "Current_Pending_Sector",
    uncorrectableSectors: "Offline_Uncorrectable",
    mediaErrors: "Reported_Uncorrect",
  },
};

/**
 * Quantities that a plug test's page leaves out: wear and hours are in the line above, and bytes
 * say nothing about a power cut.
 */
const asideOfCuts: readonly HealthQuantity[] = [
  "percentageUsed",
  "powerOnHours",
  "bytesRead",
  "bytesWritten",
];

/**
 * Quantities that a plug test's page also leaves out if no fault is reported; the attached data has
 * them.
 */
const asideWhereWell: readonly HealthQuantity[] = [
  "availableSparePercent",
  "spareThresholdPercent",
  "temperatureCelsius",
];

function healthValues(report: Report): NamedValue[] {
  const { health } = report;
  const isOfCuts = isPowerCutReport(report);
  if (health === null) {
    return [];
  }
  const leftOut = [
    ...(isOfCuts ? asideOfCuts : []),
    ...(isOfCuts && conditionOf(health).state === "well" ? asideWhereWell : []),
  ];
  const names = health.protocol === null ? {} : rawNames[health.protocol];
  const isLast = health.wearAttribute?.isLast;
  const warning = health.criticalWarnings;
  // A byte made from named bits would differ from the drive's if one of its bits has no name here.
  const isComplete = health.protocol === "nvme" && !health.unknownWarning;
  const flags = warning?.reduce((sum, name) => sum + 2 ** criticalWarnings.indexOf(name), 0);
  const wear = isOfCuts ? null : health.emmc?.lifeTenths;
  return [
    ...row(
      "critical_warning",
      known(isComplete ? flags : null, (byte) => `0x${byte.toString(16).padStart(2, "0")}`),
    ),
    ...row(quantityNames.percentageUsed(), known(wear, lifeShareText)),
    ...healthQuantities.flatMap((quantity) => {
      const value = leftOut.includes(quantity) ? null : health[quantity];
      const text = known(value, (found) => quantityText(quantity, found, isLast));
      const isOfTests = isOfCuts && quantity === "unsafeShutdowns";
      return row(
        names[quantity] ?? quantityName(quantity, health),
        isOfTests ? known(text, (count) => beforeTests(count, report)) : text,
      );
    }),
  ];
}

/** Many sudden power losses look like carelessness unless the page says which ones the test made. */
function beforeTests(count: string, { powerCut }: Report): string {
  const cuts = (powerCut?.tests ?? []).filter(({ cut }) => cut.evidence !== "none");
  const place = cuts.findIndex(({ cut }) => cut.unsafeShutdowns !== null);
  const first = cuts[place]?.cut.unsafeShutdowns ?? null;
  if (first === null) {
    return cuts.length > 0 ? recordedText.withTests({ count }) : count;
  }
  const before = formatCount(first.before);
  // "Before the tests" is true of the first test only: later readings contain earlier tests' cuts.
  return place === 0
    ? recordedText.beforeTests({ count, before })
    : recordedText.beforeCut({ count, before, number: formatCount(place + 1) });
}
