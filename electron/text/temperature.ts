import { believed } from "#contract/temperature";
import { formatCelsius } from "./format";
import { messages } from "./messages";

export const temperatureText = messages({
  title: "Temperature of the drive while it worked",
  limit: "its own limit: {limit}",
  time: "Time since the beginning",
  temperature: "Temperature",
  said: "{hasLimit, select, true {The drive’s temperature was between {from} and {to}. From {limit} on it calls itself too hot and may slow down.} other {The drive’s temperature was between {from} and {to}. No limit of its own is known.}}",
});

type Temperatures = Parameters<typeof believed>[0];

/** The drive's temperatures and its own limit as sentences; `null`: not known. */
export function temperatureSentence(report: Temperatures): string | null {
  const values = rangeOf(report);
  return values && temperatureText.said(values);
}

function rangeOf(report: Temperatures) {
  const { temperatures, temperatureLimitCelsius: limit } = believed(report);
  if (temperatures === null || temperatures.length === 0) {
    return null;
  }
  const all = temperatures.map(({ celsius }) => celsius);
  return {
    hasLimit: `${limit !== null}`,
    from: formatCelsius(Math.min(...all)),
    to: formatCelsius(Math.max(...all)),
    limit: limit === null ? "" : formatCelsius(limit),
  } as const;
}
