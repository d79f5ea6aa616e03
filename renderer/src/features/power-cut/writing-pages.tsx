import { useEffect, useState } from "react";
import { ProgressBar } from "react-aria-components";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { PowerCutGuide } from "../../../../electron/contract/power-cut-guide";
import { formatBytes } from "../../../../electron/text/format";
import { call } from "../../api/client";
import { ActionButton } from "../../ui/action-button";
import { Notice } from "../../ui/notice";
import { GuidePage } from "./guide-page";
import { type Machine, machineWords } from "./power-words";
import { useAction } from "./use-action";
import { HeldNumbers, isComplete, isThere, PageCode, WitnessState } from "./witness-card";

interface GuideProps {
  readonly guide: PowerCutGuide;
}

/** The witness is being met; nothing is on the drive yet. */
export function MeetPage({ guide, onBack }: GuideProps & { readonly onBack: () => void }) {
  const action = useAction();
  const { witness } = guide;
  return (
    <GuidePage
      title={witness.kind === "page" ? "Open the page on your phone" : "The witness"}
      hint="Continue makes the files of the test; the power stays on."
      error={action.error}
      actions={
        <>
          <ActionButton
            onPress={() => {
              void action.run("stopPowerCutTest");
              onBack();
            }}
          >
            Choose another witness
          </ActionButton>
          <ActionButton
            look="primary"
            isDisabled={!isThere(witness) || action.busy}
            onPress={() => action.run("preparePowerCutTest")}
          >
            Continue
          </ActionButton>
        </>
      }
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
      hint="Leave the power on."
      actions={<ActionButton onPress={() => call("stopPowerCutTest")}>Stop</ActionButton>}
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
  const words = machineWords[machine];
  return (
    <GuidePage
      title="Everything is ready"
      hint="A countdown follows. Do nothing before it says “now”."
      error={action.error}
      actions={
        <>
          <ActionButton onPress={() => action.run("stopPowerCutTest")}>Stop the test</ActionButton>
          <ActionButton
            look="primary"
            isDisabled={!isThere(guide.witness) || action.busy}
            onPress={() => action.run("beginPowerCutTest")}
          >
            Begin
          </ActionButton>
        </>
      }
    >
      <ol className="power-cut-steps">
        <li>Go to where you cut the power, and have the witness in view.</li>
        <li>Press Begin. DriveProof writes, and the witness’s numbers grow.</li>
        <li>When it says “now”: {lowered(words.now)}</li>
        <li>{words.afterwards}</li>
      </ol>
      <WitnessState witness={guide.witness} />
    </GuidePage>
  );
}

function lowered(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

const countdownSeconds = 10;
/** The witness is that far behind: a cut now would say little. */
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
      title={isNow ? "Now" : "Writing"}
      hint="Stop ends the test without a power cut."
      error={action.error}
      actions={
        <ActionButton isDisabled={action.busy} onPress={() => action.run("stopPowerCutTest")}>
          Stop the test
        </ActionButton>
      }
    >
      <p className={isNow ? "power-cut-now" : "power-cut-count figure"} role="status">
        {isNow ? machineWords[machine].now : keepsUp ? `${left}` : "…"}
      </p>
      <p className="quiet">
        {isNow
          ? "DriveProof goes on writing until the power is gone."
          : keepsUp
            ? "Seconds until you cut the power."
            : "Waiting until the witness keeps up in every way of saving."}
      </p>
      <HeldNumbers guide={guide} os={os} />
      <p className="small quiet figure">{behindWords(guide)}</p>
      {isThere(witness) ? null : <WitnessState witness={witness} />}
      {isNow && !keepsUp && isThere(witness) ? (
        <Notice severity="caution" title="The witness is behind">
          <p>Wait a moment until its numbers grow again, then cut the power.</p>
        </Notice>
      ) : null}
    </GuidePage>
  );
}

/** Counts while the witness keeps up, and waits where it does not; 0 stays 0. */
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
    : `The witness confirms a number after ${Math.round(confirmationMs)} ms.`;
}
