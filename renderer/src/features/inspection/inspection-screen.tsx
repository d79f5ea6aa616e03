import { useRef, useState } from "react";
import type { DriveError } from "#contract/drive-error";
import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { WorkloadId } from "#contract/workloads/index";
import { frameText } from "#text/screens/frame";
import { inspectionText } from "#text/screens/inspection";
import { call } from "../../api/client";
import { ActionButton } from "../../ui/action-button";
import { ErrorNotice } from "../../ui/notice";
import { ScreenTitle } from "../../ui/screen";
import { homeOf } from "../../workloads";
import { Progress, Whereabouts } from "./live-progress";
import { announcement, phaseSentence } from "./sentences";
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
        <ScreenTitle windowTitle={frameText.inspecting()}>{inspectionText.starting()}</ScreenTitle>
      </div>
    );
  }
  return <Running live={live} os={os} />;
}

function Running({ live, os }: { live: LiveState; os: OperatingSystem }) {
  const [stopAsked, setStopAsked] = useState(false);
  const [error, setError] = useState<DriveError | null>(null);
  const stopping = stopAsked || live.phase === "stopping";
  const workload = useShownWorkload(live);
  const { LiveChart, Lower } = homeOf(workload);
  const sentence = phaseSentence(
    stopping && live.phase !== "finished" ? { ...live, phase: "stopping" } : live,
    workload,
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
    <>
      <section className="inspection-now">
        <div className="inspection-now-inner">
          <Progress progress={live.progress} />
          <div>
            <ScreenTitle windowTitle={inspectionText.title({ drive: live.volumeName })}>
              {sentence}
            </ScreenTitle>
            <Whereabouts {...{ live, workload, stopping }} />
          </div>
          <ActionButton onPress={stop} aria-disabled={stopping}>
            {stopping ? inspectionText.stoppingButton() : inspectionText.stop()}
          </ActionButton>
          <p className="hidden-visually" role="status">
            {announcement(live, workload, os, sentence)}
          </p>
        </div>
      </section>
      <div className="page inspection-screen">
        {error === null ? null : <ErrorNotice error={error} title={inspectionText.goesOn()} />}
        <section className="card inspection-chart">
          <LiveChart live={live} os={os} />
        </section>
        <Lower live={live} os={os} />
      </div>
    </>
  );
}

/** The workload on the screen: the running one, else the last one, else the first. */
function useShownWorkload(live: LiveState): WorkloadId {
  const last = useRef<WorkloadId | null>(null);
  last.current = live.currentWorkload ?? last.current;
  const shown = last.current ?? live.plan.tests[0];
  if (shown === undefined) {
    throw new RangeError("a plan without tests");
  }
  return shown;
}
