import { healthQuantities } from "./health";
import { mostShownOfWorkloads } from "./workloads";

/**
 * Limits of a report. A larger file is no inspection's report and is refused before it keeps a
 * window or a printer busy for minutes: every workload thins its lists to some hundred entries, and
 * the longest inspection's report has a tenth of these limits.
 */
const most = { entries: 3000, characters: 20_000, values: 1_000_000, allCharacters: 16_000_000 };

/** Lists that are shown in full, one entry below the other. */
const mostShown: Readonly<Record<string, number>> = {
  warnings: 500,
  findings: 200,
  answers: 50,
  meaning: 50,
  advice: 50,
  disturbances: 200,
  ...mostShownOfWorkloads,
  modes: 100,
  tests: 1000,
};

/** Why no inspection can have made this report; `null` if it is within all limits. */
export function beyondBounds(report: object): string | null {
  return tooMuchIn(report) ?? impossibleIn(report);
}

function tooMuchIn(report: object): string | null {
  const waiting: (readonly [key: string, value: unknown])[] = [["report", report]];
  let values = 0;
  let characters = 0;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [key, value] = next;
    values += 1;
    if (typeof value === "string") {
      characters += value.length;
      if (value.length > most.characters || characters > most.allCharacters) {
        return `too-long:${key}`;
      }
    } else if (Array.isArray(value)) {
      if (value.length > (mostShown[key] ?? most.entries)) {
        return `too-many:${key}`;
      }
      waiting.push(...value.map((one) => [key, one] as const));
    } else if (typeof value === "object" && value !== null) {
      waiting.push(...Object.entries(value));
    }
    if (values + waiting.length > most.values) {
      return "too-much";
    }
  }
  return null;
}

/** The first negative count in the health report, which no drive can have; `null` if none. */
function impossibleIn(report: object): string | null {
  const { health } = report as { health?: Readonly<Record<string, unknown>> | null };
  const below = healthQuantities.find(
    (name) => name !== "temperatureCelsius" && Number(health?.[name] ?? 0) < 0,
  );
  return below === undefined ? null : `negative:${below}`;
}
