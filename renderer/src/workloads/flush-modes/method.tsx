import { confidenceMethod } from "../../../../electron/analysis/confidence";
import {
  formatCount,
  formatDuration,
  formatRate,
  formatBlockBytes as size,
} from "../../../../electron/text/format";
import type { ReportProps } from "../home";
import { Call } from "../parts/call";

export function Method({ report }: ReportProps) {
  const { plan, verification, appendModes, spacedSaves, host } = report;
  const flush = plan.workloads["flush-modes"];
  return (
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
  );
}
