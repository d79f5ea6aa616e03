import { useEffect, useMemo, useState } from "react";
import { Switch, Tab, TabList, TabPanel, Tabs } from "react-aria-components";
import { isGroup } from "#analysis/facts/thing";
import { isMemory } from "#analysis/guarantee";
import { optionsOf } from "#analysis/plan";
import { glanceOf } from "#analysis/verdict/glance/glance";
import type { DriveError } from "#contract/drive-error";
import { isPowerCutReport, type Report } from "#contract/report";
import { shownPath } from "#contract/shown-text";
import type { Mark } from "#contract/verdict";
import type { Volume } from "#contract/volume";
import { formatDateTime } from "#text/dates";
import { computerName, driveName } from "#text/drive-identity";
import { formatBytes } from "#text/format";
import { inLanguageOfMoment } from "#text/in-words";
import { currentLanguage } from "#text/language";
import { inspectionNames } from "#text/names";
import { frameText } from "#text/screens/frame";
import { glanceText, verdictText } from "#text/screens/verdict";
import { call } from "../../api/client";
import { useCall } from "../../api/use-call";
import { Answers, Findings, Meaning } from "../../document/conclusions";
import { Environment } from "../../document/environment";
import { Figures, FigureTables } from "../../document/figures";
import { FigureCard, RowOfLines, SafeCard, StepsCard } from "../../document/glance-cards";
import { NotableFindings, notable } from "../../document/glance-findings";
import { GlanceHeadline, GlanceLines, GlanceMark } from "../../document/glance-head";
import { Interruption, Warnings } from "../../document/interruption";
import { Method } from "../../document/method";
import { PowerCutSection } from "../../document/power-cut-section";
import { ActionButton } from "../../ui/action-button";
import { DrivePicture } from "../../ui/drive-picture";
import { ErrorNotice, Notice } from "../../ui/notice";
import { ScreenTitle } from "../../ui/screen";
import type { StartedRun } from "../started-run";
import { Deeds } from "./deeds";

interface VerdictScreenProps {
  readonly runId: string;
  /** The report, if the inspection has just ended. */
  readonly finished: Report | undefined;
  /** The volume's id in the list of drives, if the run was made since the program started. */
  readonly volumeId: string | null;
  /** False: the report could not be stored in the history. */
  readonly isKept: boolean;
  readonly onAnotherDrive: () => void;
  readonly onHistory: () => void;
  readonly onStarted: (run: StartedRun) => void;
  readonly onPowerCutTest: (volume: Volume) => void;
}

export function VerdictScreen({ finished, ...props }: VerdictScreenProps) {
  return finished === undefined ? (
    <OpenedReport {...props} />
  ) : (
    <Verdict found={finished} isArriving {...props} />
  );
}

function OpenedReport({ runId, ...rest }: Omit<VerdictScreenProps, "finished">) {
  const [report, reload] = useCall("openReport", runId);
  switch (report.status) {
    case "loading":
      return (
        <div className="page">
          <p className="quiet">{verdictText.opening()}</p>
        </div>
      );
    case "failed":
      return (
        <div className="page rows wide">
          <ScreenTitle windowTitle={frameText.verdict()}>{verdictText.notOpened()}</ScreenTitle>
          <ErrorNotice error={report.error} />
          <div className="row-of-buttons">
            <ActionButton onPress={reload}>{frameText.tryAgain()}</ActionButton>
            <ActionButton onPress={rest.onAnotherDrive}>{frameText.chooseDrive()}</ActionButton>
          </div>
        </div>
      );
    case "ready":
      return <Verdict found={report.value} isArriving={false} {...rest} />;
  }
}

interface VerdictProps extends Omit<VerdictScreenProps, "runId" | "finished"> {
  readonly found: Report;
  /** Whether the inspection has just ended; only then is the verdict animated. */
  readonly isArriving: boolean;
}

function Verdict({
  found,
  isArriving,
  isKept,
  volumeId,
  onAnotherDrive,
  onStarted,
  ...rest
}: VerdictProps) {
  const report = useMemo(
    // A new report has English words already; making them from codes would delay the verdict.
    () => (isArriving && currentLanguage() === "en" ? found : inLanguageOfMoment(found)),
    [found, isArriving],
  );
  const glance = useMemo(() => glanceOf(report), [report]);
  const [problem, setProblem] = useState<{ title: string; error: DriveError } | null>(null);
  const isEvidenceDue = useAfterFirstPicture();
  const { mark, safe, cards, steps, well, deeds } = glance;
  const columns = 1 + (steps.length > 0 ? 2 : cards.length);

  /** Acts on the report's volume. If the volume is gone or not known, the list of drives opens. */
  const onSameVolume = (act: (same: Volume) => void | Promise<void>) => async () => {
    setProblem(null);
    const volumes = await call("listVolumes");
    const same = volumes.ok ? volumeOf(report, volumeId, volumes.value) : undefined;
    await (same === undefined ? onAnotherDrive() : act(same));
  };

  const showFiles = onSameVolume(async ({ id }) => {
    const shown = await call("showFiles", id);
    setProblem(shown.ok ? null : { title: glanceText.notShown(), error: shown.error });
  });

  const inspectAgain = onSameVolume(async (same) => {
    if (same.untestable !== null || report.plan.tests.length === 0) {
      // Opens the list of drives, because the person has to decide something first.
      onAnotherDrive();
      return;
    }
    const result = await call("startInspection", {
      volumeId: same.id,
      profile: report.plan.profile,
      tests: report.plan.tests,
      changes: optionsOf(report.plan),
      allowNetwork: false,
    });
    if (result.ok) {
      onStarted({ runId: result.value.runId, volumeId: same.id });
    } else {
      setProblem({ title: frameText.inspectionNotStarted(), error: result.error });
    }
  });

  const act = {
    files: showFiles,
    "plug-test": onSameVolume(rest.onPowerCutTest),
    "inspect-again": inspectAgain,
    "another-drive": onAnotherDrive,
    earlier: rest.onHistory,
  };
  return (
    <>
      <header className={`hero sign-${mark}${isArriving ? " hero-arriving" : ""}`}>
        <div className="hero-inner page-width">
          <GlanceMark glance={glance} />
          <div>
            <ScreenTitle windowTitle={frameText.verdict()} className="glance-headline">
              <GlanceHeadline {...glance} />
            </ScreenTitle>
            <GlanceLines glance={glance} />
          </div>
          <Plate report={report} seal={mark === "good" || mark === "fine" ? mark : null} />
        </div>
      </header>
      <div className="page glance-page">
        {isKept ? null : (
          <Notice severity="caution" role="alert" title={verdictText.notKept()}>
            <p>{verdictText.notKeptDetail()}</p>
          </Notice>
        )}
        <div className={`glance-cards glance-cards-${columns}`}>
          <SafeCard safe={safe} />
          {steps.length === 0 ? (
            cards.map((card) => <FigureCard key={card.id} card={card} />)
          ) : (
            <StepsCard steps={steps} />
          )}
        </div>
        <RowOfLines label={glanceText.newAndWell()} lines={well} />
        <Deeds {...{ deeds, mark, report, act, problem }} />
        <NotableFindings findings={notable(report)} />
        {isEvidenceDue ? (
          <Evidence
            report={report}
            onAgain={deeds.some(({ id }) => id === "inspect-again") ? null : inspectAgain}
          />
        ) : null}
      </div>
    </>
  );
}

/** True once the verdict was painted: charts take longer to draw than the answer they support. */
function useAfterFirstPicture(): boolean {
  const [wasSeen, setWasSeen] = useState(false);
  useEffect(() => {
    // The first frame callback runs before the verdict is painted, the second after it.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => setWasSeen(true));
    });
    return () => cancelAnimationFrame(frame);
  }, []);
  return wasSeen;
}

/** Which drive was inspected, in which computer, and when; with a small seal if all went well. */
function Plate({ report, seal }: { readonly report: Report; readonly seal: Mark | null }) {
  const { volume, computer, finishedAt, plan } = report;
  const { serial, firmware } = volume.drive;
  return (
    <div className="plate small quiet">
      <DrivePicture drive={volume.drive} computer={computerName(computer)} seal={seal} />
      <b>{plateName(volume)}</b>
      {isGroup(volume.drive) ? (
        <span>{glanceText.worksAsOne({ disks: volume.drive.disks ?? 0 })}</span>
      ) : null}
      {serial === null && firmware === null ? null : (
        <small>
          {serial === null ? null : <span>{glanceText.serial({ serial })}</span>}
          {firmware === null ? null : <span>{glanceText.firmware({ firmware })}</span>}
        </small>
      )}
      {computerName(computer) === null ? null : <span>{computerName(computer)}</span>}
      <span>{formatDateTime(finishedAt)}</span>
      <span>
        {isPowerCutReport(report) ? frameText.powerCutTest() : inspectionNames[plan.profile]()}
      </span>
    </div>
  );
}

/** The drive's model; without one, what distinguishes this volume from others. */
function plateName(volume: Report["volume"]): string {
  const { drive, mountPoint, totalBytes } = volume;
  const size = drive.capacityBytes ?? totalBytes;
  if (drive.model !== null) {
    return drive.model;
  }
  if (isMemory(volume)) {
    return glanceText.memoryAt({ place: mountPoint });
  }
  return drive.kind === "virtual" && size !== null
    ? glanceText.driveAndSize({ drive: driveName(drive), size: formatBytes(size) })
    : mountPoint;
}

interface EvidenceProps {
  readonly report: Report;
  /** Repeats the inspection; `null` if a button above already offers that. */
  readonly onAgain: (() => Promise<void>) | null;
}

/** The evidence, one click away: charts, every figure, and how it was measured. */
function Evidence({ report, onAgain }: EvidenceProps) {
  const { verdict } = report;
  const isPowerCut = isPowerCutReport(report);
  const [withPublished, setWithPublished] = useState(true);
  return (
    <Tabs className="evidence">
      <div className="evidence-head">
        <TabList className="tabs" aria-label={glanceText.views()}>
          <Tab id="charts">{glanceText.charts()}</Tab>
          <Tab id="figures">{glanceText.figures()}</Tab>
          <Tab id="method">{glanceText.method()}</Tab>
        </TabList>
        {onAgain === null ? null : (
          <ActionButton look="plain" onPress={onAgain}>
            {isPowerCut ? verdictText.cutAgain() : verdictText.inspectAgain()}
          </ActionButton>
        )}
      </div>
      <TabPanel id="charts" className="rows wide">
        {isPowerCut ? null : (
          <div className="row-of-buttons end">
            <Switch className="switch small" isSelected={withPublished} onChange={setWithPublished}>
              <span className="switch-track">
                <span className="switch-knob" />
              </span>
              {verdictText.showPublished()}
            </Switch>
          </div>
        )}
        <Figures {...{ report, withPublished }} />
        <PowerCutSection report={report} isPromisedOnly />
      </TabPanel>
      <TabPanel id="figures" className="rows wide">
        <PowerCutSection report={report} />
        <Interruption report={report} />
        <p className="verdict-headline">{verdict.headline}</p>
        <Answers answers={verdict.answers} />
        <Warnings warnings={report.warnings} />
        <Findings findings={verdict.findings} />
        <Meaning verdict={verdict} />
        <section className="card rows widest">
          <FigureTables report={report} />
          <Environment report={report} />
        </section>
      </TabPanel>
      <TabPanel id="method" className="rows wide">
        <section className="card">
          <Method report={report} />
        </section>
      </TabPanel>
    </Tabs>
  );
}

/**
 * The report's volume among those present; `undefined` if it is gone. In a report from before the
 * program started, mount point and device identify the volume, not the id.
 */
function volumeOf(
  { volume: was }: Report,
  volumeId: string | null,
  volumes: readonly Volume[],
): Volume | undefined {
  return volumes.find((volume) =>
    volumeId === null
      ? shownPath(volume.mountPoint) === was.mountPoint && volume.device === was.device
      : volume.id === volumeId,
  );
}
