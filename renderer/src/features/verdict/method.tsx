import {
  formatBlockBytes,
  formatCount,
  formatDuration,
} from "../../../../electron/analysis/format";
import type { Report } from "../../../../electron/contract/report";

/** How the figures were made, from the plan that was really carried out. */
export function Method({ report }: { report: Report }) {
  const { flush } = report.plan;
  return (
    <section className="method">
      <h3>How it was measured</h3>
      <p>
        One writer rewrites blocks of {formatBlockBytes(flush.blockBytes)} in random order inside a
        test file of {formatBlockBytes(flush.fileBytes)}. Before the first measurement the file is
        allocated, filled with data that cannot be compressed, and flushed, so that no way of saving
        pays for allocation. Every way of saving runs for {formatDuration(flush.roundNs)} in each of{" "}
        {formatCount(flush.rounds)} rounds, in an order that changes from round to round; a round
        ends early after {formatBlockBytes(flush.maxRoundBytes)}. Each round is preceded by{" "}
        {formatDuration(flush.warmupNs)} of warm-up that count for nothing. Times come from the
        monotonic clock around the write and its flush. The figure is the median of the rounds; p99
        is the time that ninety-nine of a hundred operations did not exceed, shown only where enough
        operations were seen.
      </p>
      <p>
        Flushes per save are counted by the system on the way to the drive; other programs’ flushes
        are among them. A dash means that this system keeps no such count, or that too few
        operations were seen.
        {report.verification === null
          ? null
          : " At the end the blocks were read back and compared with what was last written there."}
      </p>
    </section>
  );
}
