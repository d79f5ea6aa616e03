import { Fragment, type ReactNode } from "react";
import { confidenceMethod } from "../../../electron/analysis/confidence";
import {
  formatBlockBytes,
  formatCount,
  formatDuration,
  formatPercent,
  formatRate,
  formatRatio,
} from "../../../electron/analysis/format";
import { buffersDirectWrites } from "../../../electron/analysis/workloads/buffer-sweep/buffered-direct";
import {
  leastFall,
  settledNs,
  settledSpread,
} from "../../../electron/analysis/workloads/sustained-write/results";
import type { Report } from "../../../electron/contract/report";
import type { WorkloadId } from "../../../electron/contract/workloads";
import type { CommitsPlan } from "../../../electron/contract/workloads/commits";
import type { SyncInterval } from "../../../electron/contract/workloads/sync-interval";
import { testWords } from "../words";
import { allLadders } from "../workloads/sync-interval/ladders";
import { PlugMethod } from "./power-cut-section";

/** How the figures were made, from the plan that was really carried out. */
export function Method({ report }: { report: Report }) {
  const { tests } = report.plan;
  return (
    <section className="method">
      <h3>How it was measured</h3>
      {tests.map((test) => (
        <Paragraph key={test} test={test} report={report} />
      ))}
      {report.powerCut === null ? null : <PlugMethod />}
      {tests.length === 0 ? null : <TimesNote />}
    </section>
  );
}

function TimesNote() {
  return (
    <p>
      Times come from the monotonic clock. p99 is the time that ninety-nine of a hundred operations
      did not exceed; it is shown only where enough operations were seen, and a dash stands for what
      is not known.
    </p>
  );
}

function Paragraph({ test, report }: { test: WorkloadId; report: Report }) {
  return (
    <p>
      <strong>{testWords[test].name}.</strong> {paragraphs[test](report)}
    </p>
  );
}

const size = formatBlockBytes;

function bufferedWords(report: Pick<Report, "host" | "volume">): string {
  return buffersDirectWrites(report)
    ? " On this kernel btrfs takes these writes through the page cache all the same, and sends each of them on at once."
    : "";
}

const paragraphs: Readonly<Record<WorkloadId, (report: Report) => ReactNode>> = {
  "flush-modes": ({
    plan: {
      workloads: { "flush-modes": flush },
    },
    verification,
    appendModes,
    spacedSaves,
    host,
  }) => (
    <>
      One writer rewrites blocks of {size(flush.blockBytes)} in random order inside a test file of{" "}
      {size(flush.fileBytes)}. Before the first measurement the file is allocated, filled with data
      that cannot be compressed, and flushed, so that no way of saving pays for allocation. Every
      way of saving runs for {formatDuration(flush.roundNs)} in each of {formatCount(flush.rounds)}{" "}
      rounds; every round begins with the next way of saving, so that none always comes first on a
      rested or a tired drive. A round ends early after {size(flush.maxRoundBytes)}. Before each the
      drive is brought to rest, and {formatDuration(flush.warmupNs)} of warm-up count for nothing.
      With plain writes the round follows on its warm-up without a pause, and what the system counts
      covers both.
      {flush.paceOperationsPerSecond === null ? (
        <>
          {" "}
          Plain writes, which end in memory, are timed one by one in batches of up to 64
          {host.os === "linux"
            ? " (by the processor’s own counter where the system makes its clock from it)"
            : null}
          ; between batches, while the program counts and prepares the next, the time stands still.
        </>
      ) : (
        <>
          {" "}
          {formatRate(flush.paceOperationsPerSecond)} changes a second are begun, no more, and a
          latency counts from when its change was due, so that the wait behind a slow one counts
          too.
        </>
      )}{" "}
      The figure is the median of the rounds; with it stand the slowest and the fastest round, and
      after ± the {confidenceMethod}, with how sure it is that the true median lies in it; with
      eight rounds or fewer it reaches from the slowest to the fastest. Two ways are compared round
      by round: where neither was ahead throughout, no difference was seen. A round that other
      programs, other virtual machines or heat disturbed is measured a second time, for at most a
      quarter of all rounds. Flushes per save and drive bytes per byte (what reached the drive for
      each byte asked for, the file system’s journal included) are counted by the system on the way
      to the drive; what other programs did is among them, as the list of disturbed rounds says.
      “Not counted (FUA)”: Linux may store a write by itself, by force-unit-access, which is no
      flush. What other programs wrote is a lower bound: those of other users cannot be looked at.
      {appendModes === null || flush.append === null ? null : (
        <>
          {" "}
          Afterwards the same, without batches, with every save at the end of a file that grows, in{" "}
          {formatCount(flush.append.rounds)} rounds of {formatDuration(flush.append.roundNs)}, each
          ending early after {size(flush.append.maxRoundBytes)}.
        </>
      )}
      {spacedSaves === null || flush.spaced === null ? null : (
        <>
          {" "}
          After a rest: between the rounds the drive and the writer idle for{" "}
          {formatDuration(spacedSaves.idleNs)} before each of some saves with{" "}
          <Call>{spacedSaves.systemCall}</Call>, for {formatDuration(flush.spaced.roundNs)} in each
          of {formatCount(spacedSaves.rounds.length)} rounds; a latency counts from the save’s own
          start. Flushes that other programs sent meanwhile are counted with them.
        </>
      )}
      {verification === null
        ? null
        : " The blocks were read back and compared with what was last written there."}
    </>
  ),
  "buffer-sweep": ({
    plan: {
      workloads: { "buffer-sweep": buffer },
    },
    bufferSweep,
    bufferSweepDirect,
    stream,
    ...report
  }) => (
    <>
      A new file is written from its beginning, through the page cache, with{" "}
      <Call>{bufferSweep?.systemCall}</Call> in pieces of {size(Math.min(...buffer.bufferBytes))} to{" "}
      {size(Math.max(...buffer.bufferBytes))}, {passesWords(buffer.passes)}. A step ends after{" "}
      {formatDuration(buffer.stepNs)} or {size(buffer.maxStepBytes)}. Before the first of them the
      file is written once for nothing, because memory is slower when it is used for the first time.
      “Into memory” is what was written in that time. Afterwards{" "}
      <Call>{bufferSweep?.settleSystemCall}</Call> waits until the drive has taken everything; “with
      the flush” counts that time too, one after the other, which is slower than either. Processor
      time is what the writing program and the system spent for it, as a share of the time of the
      writing.
      {bufferSweepDirect === null ? null : (
        <>
          {" "}
          The same once more around the page cache, with <Call>{bufferSweepDirect.systemCall}</Call>
          , for the sizes the system allows there.{bufferedWords(report)}
        </>
      )}
      {stream === null || buffer.stream === null ? null : (
        <>
          {" "}
          At the end a stream is written with <Call>{stream.systemCall}</Call> in pieces of{" "}
          {size(buffer.stream.writeBytes)} until {size(buffer.stream.maxBytes)} or{" "}
          {formatDuration(buffer.stream.maxNs)}
          {stream.unbuffered
            ? null
            : `, less where memory takes it, with a second thread that flushes meanwhile (not around the page cache: ${stream.reason ?? "refused"})`}
          ; its time ends when the last flush has returned.
        </>
      )}
    </>
  ),
  "sync-interval": ({
    plan: {
      workloads: { "sync-interval": interval },
    },
    ...ladders
  }) => (
    <>
      {size(interval.totalBytes)} are written from the beginning of a file in pieces of{" "}
      {size(interval.blockBytes)}, through the page cache, over data that is already there and
      flushed. Confirmed with <Calls calls={allLadders(ladders).map(callOf)} />: never, once at the
      end, beside the writing every {formatDuration(interval.backgroundNs)}, or every so many bytes.{" "}
      {interval.trials === 1
        ? "One trial each."
        : `The figure is the median of ${formatCount(interval.trials)} trials.`}{" "}
      A trial that was not through after {formatDuration(interval.capNs)} is stopped there, and its
      time is multiplied by the whole amount over the amount written; such a figure is marked as
      extrapolated. p50, p99 and longest are the times of one write with the confirmation after it.
    </>
  ),
  "chunked-writes": ({
    plan: {
      workloads: { "chunked-writes": chunked },
    },
  }) => (
    <>
      {size(chunked.totalBytes)} are written from the beginning of a file in chunks of{" "}
      {size(chunked.chunkBytes)} over data that is already there and flushed, with a confirmation
      after each chunk, in every way of saving; the system calls stand in the table.{" "}
      {chunked.passes === 1
        ? "One pass."
        : `${formatCount(chunked.passes)} passes, every other one in the opposite order: the time is their median, and no ratio is given where they disagree on it by more than half.`}{" "}
      A way that was not through after {formatDuration(chunked.capNs)} is stopped there and
      extrapolated by the same rule. p50 to longest are the times of one chunk with its
      confirmation.
    </>
  ),
  commits: ({
    plan: {
      workloads: { commits },
    },
  }) => (
    <>
      Records of {size(commits.keyBytes + commits.valueBytes)} (a key of {size(commits.keyBytes)}{" "}
      and a value that cannot be compressed) are inserted by real databases that are part of this
      program: {batchesWords(commits)}. Every run has a new database in a folder of its own, which
      is removed afterwards. It ends early after {formatDuration(commits.capNs)}, between two
      commits. Records per second are those of all transactions over the time from the first begin
      to the end of the last commit; p50 to longest are the times of one commit. Then the database
      is closed and opened again, and its records are counted. Flushes are counted as above.
    </>
  ),
  "sustained-write": ({
    plan: {
      workloads: { "sustained-write": plan },
    },
    sustained,
    ...report
  }) => (
    <>
      A file that grows is written in pieces of {size(plan.writeBytes)} with{" "}
      <Call>{sustained?.systemCall}</Call>, around the page cache, until the speed has fallen and
      then stayed within {formatPercent(settledSpread)} for {formatDuration(settledNs)}, or until{" "}
      {size(plan.maxBytes)} or {formatDuration(plan.maxNs)}. The speed has fallen where the writing
      divides best into a faster and a slower part (least squares of the logarithms), if the first
      was at least {formatRatio(leastFall)} as fast as the second.{bufferedWords(report)}
    </>
  ),
};

/** "1 000 transactions of 10 records, …" */
function batchesWords({ shapes }: CommitsPlan): string {
  return shapes
    .map(
      ({ recordsPerTransaction, transactions }) =>
        `${transactions === 1 ? "one transaction" : `${formatCount(transactions)} transactions`} of ${formatCount(recordsPerTransaction)} records`,
    )
    .join(", ");
}

function passesWords(passes: number): string {
  return passes === 1
    ? "once"
    : `in ${formatCount(passes)} passes to and fro, of which the median counts`;
}

function callOf({ systemCall }: SyncInterval): string {
  return systemCall;
}

/** One or several system calls. */
function Calls({ calls }: { calls: readonly string[] }) {
  return calls.length === 0 ? (
    <Call>{undefined}</Call>
  ) : (
    calls.map((call, index) => (
      <Fragment key={call}>
        {index === 0 ? null : " or "}
        <Call>{call}</Call>
      </Fragment>
    ))
  );
}

/** A system call as the engine named it; nothing where the test did not come to it. */
function Call({ children }: { children: string | undefined }) {
  return <span className="mono">{children ?? "a call that was not reached"}</span>;
}
