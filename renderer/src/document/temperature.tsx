import { believed } from "#contract/temperature";
import { temperatureTable } from "#tables/temperature";
import { formatDuration } from "#text/format";
import { temperatureSentence, temperatureText } from "#text/temperature";
import { TemperatureStrip } from "../charts/parts/temperature-strip";
import type { ReportProps } from "../workloads/home";
import { HiddenTable } from "../workloads/parts/hidden-table";

/** The drive's temperature over the whole inspection; absent if not known. */
export function TemperatureFigure({ report }: ReportProps) {
  const { temperatures, temperatureLimitCelsius } = believed(report);
  const last = temperatures?.[temperatures.length - 1];
  if (temperatures === null || last === undefined) {
    return null;
  }
  const points = temperatures.map(({ ns, celsius }) => ({ at: ns, celsius }));
  return (
    <section className="card figure-card rows loose">
      <div className="chart-head base-line">
        <h2>{temperatureText.title()}</h2>
      </div>
      <TemperatureStrip
        points={points}
        end={last.ns}
        limitCelsius={temperatureLimitCelsius}
        nameOf={(ns) => (ns === 0 ? "0" : formatDuration(ns))}
        ticks={quarters.map((share) => share * last.ns)}
      />
      <p className="small quiet figure-note">{temperatureSentence(report)}</p>
      <HiddenTable caption={temperatureText.title()} table={temperatureTable(temperatures)} />
    </section>
  );
}

const quarters = [0, 0.25, 0.5, 0.75, 1];
