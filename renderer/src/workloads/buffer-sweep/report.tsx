import { buffersDirectWrites } from "#analysis/buffered-direct";
import {
  beyondOf,
  limitShown,
  processorLimitsBelowKnee,
  sweepOf,
} from "#analysis/workloads/buffer-sweep/results";
import type { Report } from "#contract/report";
import type { BufferPlan, BufferSweep, Stream } from "#contract/workloads/buffer-sweep";
import { directName, sweepTable } from "#tables/workloads/buffer-sweep";
import { formatDuration, formatBlockBytes as size } from "#text/format";
import { measured } from "#text/measured";
import { plainText } from "#text/messages";
import {
  bufferSweepMethod as method,
  bufferSweepNotes as notes,
  title,
} from "#text/workloads/buffer-sweep";
import type { FigureProps, MethodSentences } from "../home";
import { figureOf } from "../parts/chart-card";
import { BufferChart, publishedBuffers } from "./chart";

export function hasFigures(report: Report): boolean {
  return (sweepOf(report, false)?.points ?? []).length > 0;
}

export const Figure = figureOf(Chart, ({ report, withPublished }) => {
  const sweep = sweepOf(report, false);
  const direct = sweepOf(report, true);
  const captionDirect = notes.captionDirect({ title: title(), direct: directName(report) });
  return (
    sweep && {
      note: [
        sweepWords(sweep, report),
        ...(direct === null ? [] : [directWords(direct, buffersDirectWrites(report))]),
      ].join(" "),
      tables: [
        { caption: title(), table: sweepTable(sweep, title(), publishedIn(report, withPublished)) },
        ...(direct === null ? [] : [{ caption: captionDirect, table: sweepTable(direct) }]),
      ],
    }
  );
});

function publishedIn({ plan }: Report, isShown: boolean) {
  return isShown ? publishedBuffers(plan.workloads["buffer-sweep"].bufferBytes) : null;
}

export function Chart({ report, withPublished }: FigureProps) {
  const { plan } = report;
  const sweep = sweepOf(report, false);
  const direct = sweepOf(report, true);
  return sweep === null ? null : (
    <BufferChart
      bufferBytes={plan.workloads["buffer-sweep"].bufferBytes}
      points={sweep.points}
      directPoints={direct?.points ?? null}
      currentBytes={null}
      kneeBufferBytes={sweep.kneeBufferBytes}
      published={publishedIn(report, withPublished)}
    />
  );
}

function sweepWords(sweep: BufferSweep, report: Report): string {
  const { kneeBufferBytes } = sweep;
  if (kneeBufferBytes === null) {
    return notes.noKnee();
  }
  return [
    notes.knee({ size: size(kneeBufferBytes) }),
    ...(processorLimitsBelowKnee(sweep) ? [notes.processorBelow()] : []),
    ...limitWords(sweep, report),
  ].join(" ");
}

/**
 * What limits the speeds, as in the verdict's finding; empty if the figures do not show it or the
 * data stays in memory, and without the word "drive" if the data goes elsewhere.
 */
function limitWords(sweep: BufferSweep, report: Report): string[] {
  const limit = limitShown(sweep);
  const beyond = beyondOf(report);
  if (limit === null || beyond === "memory") {
    return [];
  }
  return [beyond === "drive" ? notes[limit]() : notes[`${limit}Behind`]()];
}

/** Explains the uncached curve, and names the sizes without one. */
function directWords({ points, skipped }: BufferSweep, isBuffered: boolean): string {
  const words = isBuffered ? notes.directBuffered() : notes.direct();
  const [first] = skipped;
  if (first === undefined) {
    return points.length === 0 ? "" : words;
  }
  if (points.length === 0) {
    return notes.directUnavailable({ reason: first.reason });
  }
  const sizes = skipped.map(({ bufferBytes }) => bufferBytes);
  const smallest = size(Math.min(...sizes));
  const refused =
    sizes.length === 1
      ? notes.refusedSize({ size: smallest })
      : notes.refusedSizes({ smallest, largest: size(Math.max(...sizes)) });
  return [words, refused].join(" ");
}

export function methodSentences(report: Report): MethodSentences {
  const { stream } = report;
  const cached = sweepOf(report, false);
  const direct = sweepOf(report, true);
  const plan = report.plan.workloads["buffer-sweep"];
  const isBuffered = direct !== null && buffersDirectWrites(report);
  return [
    method.sweep({
      systemCall: cached?.systemCall ?? measured.callNotReached(),
      settleCall: cached?.settleSystemCall ?? measured.callNotReached(),
      smallest: size(Math.min(...plan.bufferBytes)),
      largest: size(Math.max(...plan.bufferBytes)),
      passes: plan.passes,
      step: formatDuration(plan.stepNs),
      limit: size(plan.maxStepBytes),
    }),
    direct === null ? null : method.direct({ systemCall: direct.systemCall }),
    isBuffered ? [measured.bufferedDirectWrites()] : null,
    stream === null || plan.stream === null ? null : streamWords(stream, plan.stream),
  ];
}

function streamWords(
  { systemCall, unbuffered, reason }: Stream,
  { writeBytes, maxBytes, maxNs }: NonNullable<BufferPlan["stream"]>,
) {
  const about = {
    systemCall,
    size: size(writeBytes),
    limit: size(maxBytes),
    time: formatDuration(maxNs),
  };
  return unbuffered
    ? method.stream(about)
    : method.cachedStream({ ...about, reason: reason ?? plainText(method.refused()) });
}
