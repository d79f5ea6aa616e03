import { useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading, Switch } from "react-aria-components";
import { optionsOf } from "../../../../electron/analysis/plan";
import { factsOf } from "../../../../electron/analysis/verdict/facts";
import { powerCutTestAdvised } from "../../../../electron/analysis/verdict/power-cut";
import type { DriveError } from "../../../../electron/contract/drive-error";
import { isPowerCutReport, type Report } from "../../../../electron/contract/report";
import { shownPath } from "../../../../electron/contract/shown-text";
import type { Volume } from "../../../../electron/contract/volume";
import { formatDateTime } from "../../../../electron/text/dates";
import { fullDriveName } from "../../../../electron/text/drive-identity";
import { inLanguageOfMoment } from "../../../../electron/text/in-words";
import { frameText } from "../../../../electron/text/screens/frame";
import { verdictText } from "../../../../electron/text/screens/verdict";
import { call } from "../../api/client";
import { useCall } from "../../api/use-call";
import { Answers, Findings, Meaning } from "../../document/conclusions";
import { Environment } from "../../document/environment";
import { Figures, FigureTables } from "../../document/figures";
import { Interruption, Warnings } from "../../document/interruption";
import { Method } from "../../document/method";
import { PowerCutSection } from "../../document/power-cut-section";
import { ActionButton } from "../../ui/action-button";
import { GradeBadge } from "../../ui/badge";
import { ErrorNotice, Notice } from "../../ui/notice";
import { ActionBar, ScreenTitle } from "../../ui/screen";
import { ChevronSymbol } from "../../ui/symbols";
import type { StartedRun } from "../started-run";
import { ExportControls } from "./export-controls";

interface VerdictScreenProps {
  readonly runId: string;
  /** The volume as the list of drives names it, where the run was made in this sitting. */
  readonly volumeId: string | null;
  /** False: the report could not be kept among the earlier inspections. */
  readonly saved: boolean;
  readonly onAnotherDrive: () => void;
  readonly onStarted: (run: StartedRun) => void;
  readonly onPowerCutTest: (volume: Volume) => void;
}

export function VerdictScreen({ runId, ...rest }: VerdictScreenProps) {
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
        <div className="page stack">
          <ScreenTitle windowTitle={frameText.verdict()}>{verdictText.notOpened()}</ScreenTitle>
          <ErrorNotice error={report.error} />
          <div className="row-of-buttons">
            <ActionButton onPress={reload}>{frameText.tryAgain()}</ActionButton>
            <ActionButton onPress={rest.onAnotherDrive}>{frameText.chooseDrive()}</ActionButton>
          </div>
        </div>
      );
    case "ready":
      return <Verdict report={inLanguageOfMoment(report.value)} {...rest} />;
  }
}

interface VerdictProps extends Omit<VerdictScreenProps, "runId"> {
  readonly report: Report;
}

function Verdict({ report, saved, onPowerCutTest, ...rest }: VerdictProps) {
  const { verdict, volume } = report;
  const isPowerCut = isPowerCutReport(report);

  async function startPowerCutTest() {
    const volumes = await call("listVolumes");
    const same = volumes.ok ? volumeOf(report, rest.volumeId, volumes.value) : undefined;
    if (same === undefined) {
      // Gone, or not to be found out: the list of drives says which.
      rest.onAnotherDrive();
    } else {
      onPowerCutTest(same);
    }
  }
  const [withPublished, setWithPublished] = useState(true);
  return (
    <>
      <div className="page stack">
        {saved ? null : <NotKept />}
        <Interruption report={report} />
        <header className="verdict-head">
          <div className="verdict-about">
            <GradeBadge grade={verdict.grade} />
            {isPowerCut ? <span className="tag">{frameText.powerCutTest()}</span> : null}
            <span className="small quiet">
              {verdictText.drive({
                drive:
                  volume.drive.model === null ? volume.mountPoint : fullDriveName(volume.drive),
                finished: formatDateTime(report.finishedAt),
              })}
            </span>
          </div>
          <ScreenTitle windowTitle={frameText.verdict()} className="verdict-headline">
            {verdict.headline}
          </ScreenTitle>
        </header>
        <Answers answers={verdict.answers} />
        <PowerCutTestOffer report={report} onStart={() => void startPowerCutTest()} />
        <Meaning verdict={verdict} />
        <Warnings warnings={report.warnings} />
        {isPowerCut ? null : (
          <div className="chart-options">
            <PublishedSwitch isOn={withPublished} onChange={setWithPublished} />
          </div>
        )}
        <Figures {...{ report, withPublished }} />
        <PowerCutSection report={report} />
        <Findings findings={verdict.findings} />
        <Disclosure className="card all-figures">
          <Heading level={2}>
            <Button slot="trigger" className="disclosure-trigger">
              <ChevronSymbol />
              {verdictText.allFigures()}
              <span className="small quiet">
                {isPowerCut ? verdictText.figuresOfPowerCut() : verdictText.figuresOfInspection()}
              </span>
            </Button>
          </Heading>
          <DisclosurePanel className="disclosure-panel">
            <FigureTables report={report} />
            <Environment report={report} />
            <Method report={report} />
          </DisclosurePanel>
        </Disclosure>
      </div>
      <VerdictActions report={report} onPowerCutTest={startPowerCutTest} {...rest} />
    </>
  );
}

function NotKept() {
  return (
    <Notice severity="caution" title={verdictText.notKept()}>
      <p>{verdictText.notKeptDetail()}</p>
    </Notice>
  );
}

interface ActionsProps extends Omit<VerdictProps, "saved" | "onPowerCutTest"> {
  readonly onPowerCutTest: () => Promise<void>;
}

function VerdictActions(props: ActionsProps) {
  const { report, volumeId, onAnotherDrive, onStarted, onPowerCutTest } = props;
  const [error, setError] = useState<DriveError | null>(null);

  async function inspectAgain() {
    setError(null);
    const volumes = await call("listVolumes");
    if (!volumes.ok) {
      setError(volumes.error);
      return;
    }
    const same = volumeOf(report, volumeId, volumes.value);
    if (same === undefined || same.untestable !== null) {
      // Gone, or in need of a decision: the list of drives says which.
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
      setError(result.error);
    }
  }

  return (
    <ActionBar>
      <ExportControls report={report} />
      <div className="row-of-buttons push">
        {error === null ? null : (
          <ErrorNotice error={error} title={frameText.inspectionNotStarted()} />
        )}
        {isPowerCutReport(report) ? (
          <ActionButton look="plain" onPress={onPowerCutTest}>
            {verdictText.cutAgain()}
          </ActionButton>
        ) : (
          <ActionButton look="plain" onPress={inspectAgain}>
            {verdictText.inspectAgain()}
          </ActionButton>
        )}
        <ActionButton look="plain" onPress={onAnotherDrive}>
          {verdictText.anotherDrive()}
        </ActionButton>
      </div>
    </ActionBar>
  );
}

interface PublishedSwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Shows or hides other people's figures in all charts of the page. */
function PublishedSwitch({ isOn, onChange }: PublishedSwitchProps) {
  return (
    <Switch className="switch small" isSelected={isOn} onChange={onChange}>
      <span className="switch-track">
        <span className="switch-knob" />
      </span>
      {verdictText.showPublished()}
    </Switch>
  );
}

/** Where the evidence leaves the drive's honesty open: the test that settles it. */
function PowerCutTestOffer({ report, onStart }: { report: Report; onStart: () => void }) {
  return powerCutTestAdvised(factsOf(report)) ? (
    <Notice severity="info" title={verdictText.honestyOpen()}>
      <p>{verdictText.honestyOpenDetail()}</p>
      <p className="row-of-buttons plug-offer">
        <ActionButton onPress={onStart}>{verdictText.runPowerCutTest()}</ActionButton>
      </p>
    </Notice>
  ) : null;
}

/**
 * The volume of a report among those that are there now; `undefined` when it is gone. A report from
 * an earlier sitting knows its volume by where it was, not by its id.
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
