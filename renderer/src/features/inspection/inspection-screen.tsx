import { useEffect, useRef, useState } from "react";
import type { OperatingSystem } from "#contract/flush-mode";
import type { LiveState } from "#contract/live-state";
import type { WorkloadId } from "#contract/workloads/index";
import { frameText } from "#text/screens/frame";
import { inspectionText } from "#text/screens/inspection";
import { useAction } from "../../api/use-action";
import { useCall } from "../../api/use-call";
import { ActionButton } from "../../ui/action-button";
import { ErrorNotice } from "../../ui/notice";
import { ScreenTitle } from "../../ui/screen";
import { homeOf } from "../../workloads";
import { Progress, Whereabouts } from "./live-progress";
import { announcement, phaseSentence } from "./sentences";

interface InspectionScreenProps {
  readonly os: OperatingSystem;
  /** Called if no inspection is running, as after a reload of the window just as one ends. */
  readonly onNothingRunning: () => void;
}

export function InspectionScreen({ os, onNothingRunning }: InspectionScreenProps) {
  const [inspection] = useCall("currentInspection");
  const live = inspection.status === "ready" ? inspection.value : null;
  const isNothingRunning = inspection.status === "ready" && live === null;
  useEffect(() => {
    if (isNothingRunning) {
      onNothingRunning();
    }
  }, [isNothingRunning, onNothingRunning]);
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
  const { error, run } = useAction();
  const stopping = stopAsked || live.phase === "stopping";
  const workload = useShownWorkload(live);
  const { LiveChart, Lower } = homeOf(workload);
  const sentence = phaseSentence(
    stopping && live.phase !== "finished" ? { ...live, phase: "stopping" } : live,
    workload,
  );

  async function stop() {
    setStopAsked(true);
    setStopAsked(await run("stopInspection"));
  }

  return (
    <>
      <section className="inspection-now">
        <div className="inspection-now-inner page-width">
          <Progress progress={live.progress} />
          <div>
            <ScreenTitle windowTitle={inspectionText.title({ drive: live.volumeName })}>
              {sentence}
            </ScreenTitle>
            <Whereabouts {...{ live, workload, stopping }} />
          </div>
          <ActionButton onPress={stop} isBusy={stopping}>
            {stopping ? inspectionText.stoppingButton() : inspectionText.stop()}
          </ActionButton>
          <p className="hidden-visually" role="status">
            {announcement(live, workload, os, sentence)}
          </p>
        </div>
      </section>
      <div className="page inspection-screen rows wide">
        <ErrorNotice error={error} title={inspectionText.goesOn()} />
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
