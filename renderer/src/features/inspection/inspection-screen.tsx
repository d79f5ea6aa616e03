import { useRef, useState } from "react";
import { ProgressBar } from "react-aria-components";
import { formatBytes, formatDuration } from "../../../../electron/analysis/format";
import { referenceDrives } from "../../../../electron/analysis/reference-drives";
import type { DriveError } from "../../../../electron/contract/drive-error";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { LiveState } from "../../../../electron/contract/live-state";
import { call } from "../../api/client";
import { FlushChart } from "../../charts/flush-chart";
import { rateAxis } from "../../charts/log-scale";
import { StripChart } from "../../charts/strip-chart";
import { ActionButton } from "../../ui/action-button";
import { ErrorNotice } from "../../ui/notice";
import { ScreenTitle } from "../../ui/screen";
import { modeLabel, phaseSentence } from "../../words";
import { announcement } from "./announcement";
import { LiveTable, liveBars, StripTable } from "./live-tables";
import { useInspection } from "./use-inspection";

interface InspectionScreenProps {
  readonly os: OperatingSystem;
  readonly onNothingRunning: () => void;
}

export function InspectionScreen({ os, onNothingRunning }: InspectionScreenProps) {
  const live = useInspection(onNothingRunning);
  if (live === null) {
    return (
      <div className="page">
        <ScreenTitle windowTitle="Inspecting">Starting the inspection…</ScreenTitle>
      </div>
    );
  }
  return <Running live={live} os={os} />;
}

function Running({ live, os }: { live: LiveState; os: OperatingSystem }) {
  const [stopAsked, setStopAsked] = useState(false);
  const [error, setError] = useState<DriveError | null>(null);
  const stopping = stopAsked || live.phase === "stopping";
  const current = live.modes.find(({ mode }) => mode === live.currentMode) ?? null;
  const label = current === null ? null : modeLabel(current.mode, os);
  const sentence = phaseSentence(
    stopping && live.phase !== "finished" ? "stopping" : live.phase,
    current?.guarantee ?? null,
    formatBytes(live.plan.flush.fileBytes),
  );

  async function stop() {
    if (stopping) {
      return;
    }
    setError(null);
    setStopAsked(true);
    const result = await call("stopInspection");
    if (!result.ok) {
      setStopAsked(false);
      setError(result.error);
    }
  }

  return (
    <div className="page inspection-screen">
      <section className="inspection-now">
        <div className="inspection-words">
          <ScreenTitle windowTitle="Inspecting" className="inspection-title">
            Inspecting {live.volumeName}
          </ScreenTitle>
          <p className="inspection-sentence">{sentence}</p>
        </div>
        <div className="inspection-stop">
          <ActionButton onPress={stop} aria-disabled={stopping}>
            {stopping ? "Stopping…" : "Stop"}
          </ActionButton>
        </div>
        <Progress live={live} stopping={stopping} />
        <p className="hidden-visually" role="status">
          {announcement(live, sentence, label)}
        </p>
      </section>
      {error === null ? null : <ErrorNotice error={error} title="The inspection goes on" />}
      <section className="card inspection-chart">
        <FlushChart
          title="Saves per second, by the way of saving"
          bars={liveBars(live, os)}
          references={referenceDrives}
        />
        <LiveTable live={live} os={os} />
      </section>
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
    </div>
  );
}

function durationOf(ns: number | null): string | null {
  return ns === null ? null : formatDuration(ns);
}

function Progress({ live, stopping }: { live: LiveState; stopping: boolean }) {
  const { rounds } = live.plan.flush;
  const percent = `${Math.floor(live.progress * 100)}\u00a0%`;
  const left =
    stopping || live.phase === "finished" ? "\u00a0" : `about ${coarsely(live.remainingNs)} left`;
  return (
    <ProgressBar
      className="inspection-progress"
      aria-label="Progress"
      value={live.progress * 100}
      valueLabel={percent}
    >
      {({ percentage }) => (
        <>
          <div className="track">
            <div className="track-fill" style={{ width: `${percentage ?? 0}%` }} />
          </div>
          <div className="inspection-progress-words small quiet figure">
            <span>{percent}</span>
            <span>
              {live.phase === "measuring"
                ? `Round ${Math.min(live.round + 1, rounds)} of ${rounds}`
                : "\u00a0"}
            </span>
            <span>{left}</span>
          </div>
        </>
      )}
    </ProgressBar>
  );
}

const secondNs = 1_000_000_000;

/** Time left in steps that a person reads without counting: 5 s below a minute, then 10 s. */
function coarsely(ns: number): string {
  const step = (ns < 60 * secondNs ? 5 : 10) * secondNs;
  return formatDuration(Math.max(step, Math.ceil(ns / step) * step)).replace(/\.0/, "");
}

/** Keeps the widest axis seen in this run, so that the strip never changes its scale back. */
function LiveStrip({ live }: { live: LiveState }) {
  const highest = useRef(0);
  highest.current = Math.max(highest.current, ...live.samples.map(({ iops }) => iops));
  return (
    <StripChart
      samples={live.samples}
      current={live.currentMode}
      axis={rateAxis([highest.current])}
    />
  );
}

function LiveNumber({ name, value }: { name: string; value: string | null }) {
  return (
    <div className="card inspection-number">
      <dt className="small quiet">{name}</dt>
      <dd className="figure">
        {value ?? (
          <>
            <span aria-hidden="true">–</span>
            <span className="hidden-visually">not known yet</span>
          </>
        )}
      </dd>
    </div>
  );
}
