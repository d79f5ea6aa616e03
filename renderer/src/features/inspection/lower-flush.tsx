import { useRef } from "react";
import { formatBytes, formatDuration } from "../../../../electron/analysis/format";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import { rateAxis } from "../../charts/scale/log-scale";
import { StripTable } from "../../workloads/flush-modes/live";
import { StripChart } from "../../workloads/flush-modes/strip-chart";
import { LiveNumber } from "./live-number";
import { flushStep } from "./steps";

interface LowerFlushProps {
  readonly live: LiveState;
  readonly os: OperatingSystem;
  /** The running mode as a person calls it. */
  readonly label: string | null;
}

/** Under the chart of the flush modes: the last 30 seconds and three numbers. */
export function LowerFlush({ live, os, label }: LowerFlushProps) {
  return (
    <section className="inspection-lower">
      <div className="card inspection-strip">
        <h2>
          The last 30 seconds
          <span className="quiet inspection-strip-mode">{label ?? "\u00a0"}</span>
        </h2>
        <LiveStrip live={live} />
        <StripTable live={live} os={os} />
      </div>
      <dl className="inspection-numbers">
        <LiveNumber name="Typical (p50)" value={durationOf(live.p50Ns)} />
        <LiveNumber name="Slow one in a hundred (p99)" value={durationOf(live.p99Ns)} />
        <LiveNumber name="Written so far" value={formatBytes(live.bytesWritten)} />
      </dl>
    </section>
  );
}

function durationOf(ns: number | null): string | null {
  return ns === null ? null : formatDuration(ns);
}

/** Keeps the widest axis seen in this run, so that the strip never changes its scale back. */
function LiveStrip({ live }: { live: LiveState }) {
  const highest = useRef(0);
  highest.current = Math.max(highest.current, ...live.samples.map(({ iops }) => iops));
  return (
    <StripChart
      samples={live.samples}
      current={flushStep(live)?.mode ?? null}
      axis={rateAxis([highest.current])}
    />
  );
}
