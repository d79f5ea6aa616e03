import { useEffect, useState } from "react";
import type { Report } from "#contract/report";
import type { Volume } from "#contract/volume";
import { frameText } from "#text/screens/frame";
import { on } from "./api/client";
import { firstAnswer, forgetFirstAnswers } from "./api/first-answers";
import { loaded, useCall } from "./api/use-call";
import { DriveScreen } from "./features/drive/drive-screen";
import type { StartedRun } from "./features/started-run";
import { history, inspecting, powerCut, prefetchScreens, verdict } from "./late-screens";
import { ActionButton } from "./ui/action-button";
import { ErrorBoundary } from "./ui/error-boundary";
import { useKeptFocus } from "./ui/kept-focus";
import { Logo } from "./ui/logo";
import { ErrorNotice } from "./ui/notice";
import { ReopenedNotice } from "./ui/reopened-notice";

type Place =
  | { readonly at: "drive" }
  | ({ readonly at: "inspecting" } & StartedRun)
  | {
      readonly at: "verdict";
      readonly runId: string;
      /** The inspected volume; `null` unless the inspection ran since the program started. */
      readonly volumeId: string | null;
      /** Present if the inspection has just ended; without it the screen asks main. */
      readonly report?: Report;
      /** False: the report could not be stored in the history. */
      readonly isKept: boolean;
    }
  | { readonly at: "history" }
  /** `volume` is `null` if an unfinished test was found on a drive. */
  | { readonly at: "plug-test"; readonly volume: Volume | null };

export function App() {
  const [info] = useCall("appInfo");
  const [place, setPlace] = useState<Place>(firstPlace);

  useEffect(() => {
    // Forgets the answers now: the first screen's effects run before this effect and have read
    // them.
    forgetFirstAnswers();
    const subscriptions = [
      on("inspectionFinished", (report) =>
        setPlace((now) =>
          now.at === "inspecting"
            ? {
                at: "verdict",
                runId: report.runId,
                volumeId: now.volumeId,
                report,
                isKept: true,
              }
            : now,
        ),
      ),
      on("inspectionKept", ({ runId, kept }) =>
        setPlace((now) =>
          now.at === "verdict" && now.runId === runId && now.isKept !== kept
            ? { ...now, isKept: kept }
            : now,
        ),
      ),
    ];
    return () => {
      for (const unsubscribe of subscriptions) {
        unsubscribe();
      }
    };
  }, []);

  useEffect(prefetchScreens, []);
  useKeptFocus();

  if (info.status === "failed") {
    return (
      <main className="page">
        <ErrorNotice error={info.error} title={frameText.couldNotStart()} isPage />
      </main>
    );
  }
  if (info.status === "loading") {
    return null;
  }
  const { os, version } = info.value;
  const toDrive = () => setPlace({ at: "drive" });
  const toPowerCutTest = (volume: Volume) => setPlace({ at: "plug-test", volume });
  const toReport = (runId: string) =>
    setPlace({ at: "verdict", runId, volumeId: null, isKept: true });
  const toInspecting = (run: StartedRun) => setPlace({ at: "inspecting", ...run });
  return (
    <>
      <Head place={place} onHistory={() => setPlace({ at: "history" })} onDrive={toDrive} />
      {/* Keyed by place, so that an error on one screen does not break the others. */}
      <main key={place.at} className="screen">
        <ReopenedNotice />
        <ErrorBoundary>
          {place.at === "drive" ? (
            <DriveScreen os={os} onStarted={toInspecting} onPowerCutTest={toPowerCutTest} />
          ) : null}
          {place.at === "plug-test" ? (
            <powerCut.Component
              os={os}
              volume={place.volume}
              onDone={toDrive}
              onReport={toReport}
            />
          ) : null}
          {place.at === "inspecting" ? (
            <inspecting.Component
              os={os}
              // A run that ended before this screen opened has its report already.
              onNothingRunning={() => setPlace({ ...place, at: "verdict", isKept: true })}
            />
          ) : null}
          {place.at === "verdict" ? (
            <verdict.Component
              key={place.runId}
              runId={place.runId}
              finished={place.report}
              volumeId={place.volumeId}
              isKept={place.isKept}
              onAnotherDrive={toDrive}
              onHistory={() => setPlace({ at: "history" })}
              onStarted={toInspecting}
              onPowerCutTest={toPowerCutTest}
            />
          ) : null}
          {place.at === "history" ? (
            <history.Component onOpen={toReport} onDrive={toDrive} />
          ) : null}
        </ErrorBoundary>
      </main>
      <footer className="hidden-visually">DriveProof {version}</footer>
    </>
  );
}

/** The first screen: a running inspection (after a reload), an unfinished test, or the drives. */
function firstPlace(): Place {
  const powerCutTest = loaded(firstAnswer("powerCutGuide"));
  const inspection = loaded(firstAnswer("currentInspection"));
  if (inspection.status === "ready" && inspection.value !== null) {
    const { runId, volumeId } = inspection.value;
    return { at: "inspecting", runId, volumeId };
  }
  return powerCutTest.status === "ready" && powerCutTest.value !== null
    ? { at: "plug-test", volume: null }
    : { at: "drive" };
}

const steps = ["drive", "inspecting", "verdict"] as const;

interface HeadProps {
  readonly place: Place;
  readonly onHistory: () => void;
  readonly onDrive: () => void;
}

function Head({ place, onHistory, onDrive }: HeadProps) {
  const current = (steps as readonly Place["at"][]).indexOf(place.at);
  return (
    <header className="head">
      <div className="head-inner">
        <span className="wordmark">
          <Logo />
          DriveProof
        </span>
        {place.at === "plug-test" ? (
          <span className="small quiet">{frameText.powerCutTest()}</span>
        ) : (
          <nav aria-label={frameText.steps()}>
            <ol className="steps small quiet">
              {steps.map((at, index) => (
                <li
                  key={at}
                  className={index < current ? "step done" : "step"}
                  aria-current={index === current ? "step" : undefined}
                >
                  {frameText[at]()}
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="head-end">
          {place.at === "verdict" ? (
            <ActionButton look="plain" onPress={onDrive}>
              {frameText.anotherDrive()}
            </ActionButton>
          ) : null}
          {place.at === "inspecting" || place.at === "plug-test" ? null : place.at === "history" ? (
            <ActionButton look="plain" onPress={onDrive}>
              {frameText.chooseDrive()}
            </ActionButton>
          ) : (
            <ActionButton look="plain" onPress={onHistory}>
              {frameText.earlierInspections()}
            </ActionButton>
          )}
        </div>
      </div>
    </header>
  );
}
