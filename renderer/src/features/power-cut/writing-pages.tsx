import { useEffect, useState } from "react";
import { ProgressBar } from "react-aria-components";
import type { OperatingSystem } from "#contract/flush-mode";
import type { PowerCutGuide } from "#contract/power-cut/state";
import { formatBytes, formatCount } from "#text/format";
import { inspectionText } from "#text/screens/inspection";
import {
  afterTheCut,
  cutNow,
  cutWhenTold,
  powerCutButtons,
  witnessText,
  writingText,
} from "#text/screens/power-cut";
import { units } from "#text/units";
import { call } from "../../api/client";
import { useAction } from "../../api/use-action";
import { Notice } from "../../ui/notice";
import { GuidePage } from "./guide-page";
import type { Machine } from "./power-words";
import { HeldNumbers, isComplete, isThere, PageCode, WitnessState } from "./witness-card";

interface GuideProps {
  readonly guide: PowerCutGuide;
}

/** Connecting to the witness; nothing is on the drive yet. */
export function MeetPage({ guide, onBack }: GuideProps & { readonly onBack: () => void }) {
  const action = useAction();
  const { witness } = guide;
  return (
    <GuidePage
      title={witness.kind === "page" ? witnessText.meetPage() : witnessText.meet()}
      hint={witnessText.meetHint()}
      error={action.error}
      actions={[
        {
          words: witnessText.chooseAnother(),
          onPress: () => {
            void action.run("stopPowerCutTest");
            onBack();
          },
        },
        {
          words: powerCutButtons.continue(),
          look: "primary",
          isDisabled: !isThere(witness),
          isBusy: action.busy,
          onPress: () => action.run("preparePowerCutTest"),
        },
      ]}
    >
      {witness.url === null ? null : <PageCode url={witness.url} />}
      <WitnessState witness={witness} />
    </GuidePage>
  );
}

export function PreparingPage({ guide, title }: GuideProps & { readonly title: string }) {
  const { progress } = guide;
  const percent =
    progress?.totalBytes != null ? (progress.bytes / progress.totalBytes) * 100 : null;
  return (
    <GuidePage
      title={title}
      hint={writingText.preparingHint()}
      actions={[{ words: inspectionText.stop(), onPress: () => call("stopPowerCutTest") }]}
    >
      <ProgressBar aria-label={title} value={percent ?? 0} isIndeterminate={percent === null}>
        {({ percentage }) => (
          <div className="track">
            <div className="track-fill" style={{ width: `${percentage ?? 0}%` }} />
          </div>
        )}
      </ProgressBar>
      <p className="quiet figure">{progress ? formatBytes(progress.bytes) : "\u00a0"}</p>
    </GuidePage>
  );
}

interface PowerProps extends GuideProps {
  readonly os: OperatingSystem;
  readonly machine: Machine;
}

export function ReadyPage({ guide, machine }: PowerProps) {
  const action = useAction();
  return (
    <GuidePage
      title={writingText.ready()}
      hint={writingText.readyHint()}
      error={action.error}
      actions={[
        { words: powerCutButtons.stopTest(), onPress: () => action.run("stopPowerCutTest") },
        {
          words: writingText.begin(),
          look: "primary",
          isDisabled: !isThere(guide.witness),
          isBusy: action.busy,
          onPress: () => action.run("beginPowerCutTest"),
        },
      ]}
    >
      <ol className="power-cut-steps rows">
        <li>{writingText.goThere()}</li>
        <li>{writingText.pressBegin()}</li>
        <li>{cutWhenTold[machine]()}</li>
        <li>{afterTheCut[machine]()}</li>
      </ol>
      <WitnessState witness={guide.witness} />
    </GuidePage>
  );
}

const countdownSeconds = 10;
/** If the witness lags behind the writing by more than this, a power cut would prove little. */
const tooFarBehindMs = 3000;

export function WritingPage({ guide, os, machine }: PowerProps) {
  const action = useAction();
  const { witness } = guide;
  const keepsUp =
    isThere(witness) && isComplete(guide) && witness.progress.unconfirmedMs < tooFarBehindMs;
  const left = useCountdown(keepsUp);
  const isNow = left === 0;
  useEffect(() => {
    if (isNow) {
      void call("askForPowerCut");
    }
  }, [isNow]);
  return (
    <GuidePage
      title={isNow ? writingText.now() : writingText.writing()}
      hint={writingText.writingHint()}
      error={action.error}
      actions={[
        {
          words: powerCutButtons.stopTest(),
          isBusy: action.busy,
          onPress: () => action.run("stopPowerCutTest"),
        },
      ]}
    >
      <p
        className={isNow ? "power-cut-now" : "power-cut-count figure"}
        role="status"
        aria-live={isNow ? "assertive" : "polite"}
      >
        {isNow ? cutNow[machine]() : keepsUp ? `${left}` : "…"}
      </p>
      {/* A separate status: read out once, and not with every number. */}
      <p className="quiet" role="status">
        {isNow
          ? writingText.goesOn()
          : keepsUp
            ? writingText.secondsLeft()
            : writingText.waitingForWitness()}
      </p>
      <HeldNumbers guide={guide} os={os} />
      <p className="small quiet figure">{behindWords(guide)}</p>
      {isThere(witness) ? null : <WitnessState witness={witness} />}
      {isNow && !keepsUp && isThere(witness) ? (
        <Notice severity="caution" title={writingText.witnessBehind()}>
          <p>{writingText.witnessBehindDetail()}</p>
        </Notice>
      ) : null}
    </GuidePage>
  );
}

/** Seconds until the person may cut the power; counts down to 0 while `isRunning`. */
function useCountdown(isRunning: boolean): number {
  const [left, setLeft] = useState(countdownSeconds);
  useEffect(() => {
    if (!isRunning) {
      return;
    }
    const timer = setInterval(() => setLeft((now) => Math.max(0, now - 1)), 1000);
    return () => clearInterval(timer);
  }, [isRunning]);
  return left;
}

function behindWords({ witness }: PowerCutGuide): string {
  const { confirmationMs } = witness.progress;
  return witness.kind === "computer" || confirmationMs === null
    ? "\u00a0"
    : writingText.confirmedAfter({
        time: units.milliseconds({ figure: formatCount(Math.round(confirmationMs)) }),
      });
}
