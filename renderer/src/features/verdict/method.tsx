import type { ReactNode } from "react";
import {
  formatBlockBytes,
  formatCount,
  formatDuration,
} from "../../../../electron/analysis/format";
import type { Report } from "../../../../electron/contract/report";
import type { TestName } from "../../../../electron/contract/run-plan";
import { testWords } from "../../words";

/** How the figures were made, from the plan that was really carried out. */
export function Method({ report }: { report: Report }) {
  const { tests } = report.plan;
  return (
    <section className="method">
      <h3>How it was measured</h3>
      {tests.map((test) => (
        <Paragraph key={test} test={test} report={report} />
      ))}
      <p>
        Times come from the monotonic clock. p99 is the time that ninety-nine of a hundred
        operations did not exceed; it is shown only where enough operations were seen, and a dash
        stands for what is not known.
      </p>
    </section>
  );
}

function Paragraph({ test, report }: { test: TestName; report: Report }) {
  return (
    <p>
      <strong>{testWords[test].name}.</strong> {paragraphs[test](report)}
    </p>
  );
}

const size = formatBlockBytes;

const paragraphs: Readonly<Record<TestName, (report: Report) => ReactNode>> = {
  flush: ({ plan: { flush }, verification }) => (
    <>
      One writer rewrites blocks of {size(flush.blockBytes)} in random order inside a test file of{" "}
      {size(flush.fileBytes)}. Before the first measurement the file is allocated, filled with data
      that cannot be compressed, and flushed, so that no way of saving pays for allocation. Every
      way of saving runs for {formatDuration(flush.roundNs)} in each of {formatCount(flush.rounds)}{" "}
      rounds, in an order that changes from round to round; a round ends early after{" "}
      {size(flush.maxRoundBytes)}. Each round is preceded by {formatDuration(flush.warmupNs)} of
      warm-up that count for nothing. The figure is the median of the rounds. Flushes per save are
      counted by the system on the way to the drive; other programs’ flushes are among them.
      {verification === null
        ? null
        : " At the end the blocks were read back and compared with what was last written there."}
    </>
  ),
  buffer: ({ plan: { buffer }, bufferSweep }) => (
    <>
      A new file is written from its beginning, through the page cache, with{" "}
      <Call>{bufferSweep?.systemCall}</Call> in pieces of {size(Math.min(...buffer.bufferBytes))} to{" "}
      {size(Math.max(...buffer.bufferBytes))}, {passesWords(buffer.passes)}. A step ends after{" "}
      {formatDuration(buffer.stepNs)} or {size(buffer.maxStepBytes)}. “Into memory” is what was
      written in that time. Afterwards <Call>{bufferSweep?.settleSystemCall}</Call> waits until the
      drive has taken everything; “until it is on the drive” counts that time too. Processor time is
      what the writing program and the system spent for it, as a share of the time of the writing.
    </>
  ),
  interval: ({ plan: { interval }, syncInterval }) => (
    <>
      {size(interval.totalBytes)} are written from the beginning of a file in pieces of{" "}
      {size(interval.blockBytes)}, through the page cache, over data that is already there and
      flushed. Confirmed with <Call>{syncInterval?.systemCall}</Call>: never, once at the end,
      beside the writing every {formatDuration(interval.backgroundNs)}, or every so many bytes.{" "}
      {interval.trials === 1
        ? "One trial each."
        : `The figure is the median of ${formatCount(interval.trials)} trials.`}{" "}
      A trial that was not through after {formatDuration(interval.capNs)} is stopped there, and its
      time is multiplied by the whole amount over the amount written; such a figure is marked as
      extrapolated. p50, p99 and longest are the times of one write with the confirmation after it.
    </>
  ),
  chunked: ({ plan: { chunked } }) => (
    <>
      {size(chunked.totalBytes)} are written from the beginning of a file in chunks of{" "}
      {size(chunked.chunkBytes)} over data that is already there and flushed, with a confirmation
      after each chunk, once in every way of saving; the system calls stand in the table. A way that
      was not through after {formatDuration(chunked.capNs)} is stopped there and extrapolated by the
      same rule. p50 to longest are the times of one chunk with its confirmation.
    </>
  ),
};

function passesWords(passes: number): string {
  return passes === 1
    ? "once"
    : `in ${formatCount(passes)} passes to and fro, of which the median counts`;
}

/** A system call as the engine named it; nothing where the test did not come to it. */
function Call({ children }: { children: string | undefined }) {
  return <span className="mono">{children ?? "a call that was not reached"}</span>;
}
