import { buffersDirectWrites } from "#analysis/buffered-direct";
import {
  gradualFall,
  isTooShort,
  leastFall,
  settledNs,
  settledSpread,
} from "#analysis/workloads/sustained-write/results";
import type { Report } from "#contract/report";
import { believed } from "#contract/temperature";
import type { Sustained } from "#contract/workloads/sustained-write";
import { stretchesTable, stretchValues } from "#tables/workloads/sustained-write";
import {
  formatBytes,
  formatBytesPerSecond,
  formatDuration,
  formatPercent,
  formatRatio,
  formatBlockBytes as size,
} from "#text/format";
import { measured } from "#text/measured";
import {
  sustainedWriteNotes as notes,
  sustainedWriteMethod,
  title,
} from "#text/workloads/sustained-write";
import { TemperatureStrip } from "../../charts/parts/temperature-strip";
import type { FigureProps, MethodSentences } from "../home";
import { figureOf } from "../parts/chart-card";
import { LongWriteChart } from "./chart";
import { marksOf, temperaturePoints } from "./speed-steps";

export { hasFigures } from "#analysis/workloads/sustained-write/results";

export const Figure = figureOf(
  Chart,
  ({ report: { sustained } }) =>
    sustained && {
      note: sustainedWords(sustained),
      ...(sustained.points.length > 0
        ? { tables: [{ caption: title(), table: stretchesTable(sustained) }] }
        : { heading: title() }),
    },
);

export function Chart({ report }: FigureProps) {
  const { sustained } = report;
  const { temperatures, temperatureLimitCelsius } = believed(report);
  if (sustained === null) {
    return null;
  }
  const points = temperaturePoints(sustained, temperatures ?? []);
  return (
    <>
      <LongWriteChart
        marks={marksOf(sustained.points)}
        totalBytes={sustained.bytes}
        cliff={sustained.cliff}
      />
      {points.length < 2 ? null : (
        <TemperatureStrip
          points={points}
          end={sustained.bytes}
          limitCelsius={temperatureLimitCelsius}
          nameOf={formatBytes}
        />
      )}
    </>
  );
}

function sustainedWords(sustained: Sustained): string {
  const { reason, bytesPerSecond, worstWindow } = sustained;
  if (bytesPerSecond === null) {
    return reason === null ? notes.notMeasured() : notes.unavailable({ reason });
  }
  return [
    courseWords(sustained, bytesPerSecond),
    ...(worstWindow === null ? [] : [notes.slowest(stretchValues(worstWindow))]),
    notes.steps(),
  ].join(" ");
}

function courseWords(sustained: Sustained, bytesPerSecond: number): string {
  const { bytes, cliff } = sustained;
  if (cliff !== null) {
    return notes.fall({
      bytes: formatBytes(cliff.afterBytes),
      fast: formatBytesPerSecond(cliff.fastBytesPerSecond),
      slow: formatBytesPerSecond(cliff.slowBytesPerSecond),
    });
  }
  const written = { bytes: formatBytes(bytes), rate: formatBytesPerSecond(bytesPerSecond) };
  const fall = gradualFall(sustained);
  if (fall !== null) {
    return notes.slower({
      ...written,
      first: formatBytesPerSecond(fall.firstBytesPerSecond),
      last: formatBytesPerSecond(fall.lastBytesPerSecond),
    });
  }
  return isTooShort(sustained) ? notes.tooShort(written) : notes.noFall(written);
}

export function methodSentences(report: Report): MethodSentences {
  const { writeBytes, maxBytes, maxNs } = report.plan.workloads["sustained-write"];
  return [
    sustainedWriteMethod.text({
      piece: size(writeBytes),
      systemCall: report.sustained?.systemCall ?? measured.callNotReached(),
      spread: formatPercent(settledSpread),
      settled: formatDuration(settledNs),
      limit: size(maxBytes),
      time: formatDuration(maxNs),
      ratio: formatRatio(leastFall),
    }),
    buffersDirectWrites(report) ? [measured.bufferedDirectWrites()] : null,
  ];
}
