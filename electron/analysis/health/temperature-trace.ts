import type { Report, Temperature } from "#contract/report";

const most = 240;

/**
 * The drive's temperature during a run. With more than `most` samples, the trace drops every second
 * sample and halves its rate, so that a long run needs no more memory.
 */
export class TemperatureTrace {
  private samples: Temperature[] = [];
  private limitCelsius: number | null = null;
  private every = 1;
  private skipped = 0;

  take(ns: number, { celsius, limitCelsius }: { celsius: number; limitCelsius: number | null }) {
    // A sample without a limit keeps the last known limit.
    this.limitCelsius = limitCelsius ?? this.limitCelsius;
    this.skipped += 1;
    if (this.skipped < this.every) {
      return;
    }
    this.skipped = 0;
    this.samples.push({ ns, celsius });
    if (this.samples.length > most) {
      this.samples = this.samples.filter((_, index) => index % 2 === 0);
      this.every *= 2;
    }
  }

  results(): Pick<Report, "temperatures" | "temperatureLimitCelsius"> {
    return {
      temperatures: this.samples.length > 0 ? this.samples : null,
      temperatureLimitCelsius: this.limitCelsius,
    };
  }
}
