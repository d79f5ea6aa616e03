import { useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { CutQuestion, PowerCutGuide } from "../../../../electron/contract/power-cut-guide";
import { modeLabel } from "../../../../electron/text/flush-modes";
import { useCall } from "../../api/use-call";
import { ActionButton } from "../../ui/action-button";
import { Notice, SystemAnswer } from "../../ui/notice";
import { ChevronSymbol } from "../../ui/symbols";
import { DeedPage } from "./deed-page";
import { GuidePage } from "./guide-page";
import { TypedNumber } from "./typed-number";
import { type Action, useAction } from "./use-action";
import { HeldNumbers, isComplete, PageCode } from "./witness-card";

interface GuideProps {
  readonly guide: PowerCutGuide;
  readonly os: OperatingSystem;
}

interface ReturnProps extends GuideProps {
  readonly reading: Action;
  readonly onDone: () => void;
}

/** The power was cut: the witness hands back its numbers, then the drive is read. */
export function ReturnPage({ guide, os, reading, onDone }: ReturnProps) {
  const removing = useAction();
  const asking = useAction();
  const [question, setQuestion] = useState<CutQuestion | null>(null);
  const busy = reading.busy || removing.busy || asking.busy;
  const look = () => reading.run("finishPowerCutTest");
  const askFirst = async () => {
    const answer = await asking.ask("cutQuestion");
    if (answer.ok && answer.value.shown === null) {
      setQuestion(answer.value);
    } else if (answer.ok) {
      await look();
    }
  };
  if (question !== null) {
    return (
      <DeedPage
        {...{ question, busy }}
        error={asking.error ?? reading.error}
        onBack={() => setQuestion(null)}
        onAnswer={async (deed) => {
          if (await asking.run("sayWhatWasDone", deed)) {
            await look();
          }
        }}
      />
    );
  }
  const { witnessLost } = guide;
  const complete = !witnessLost && isComplete(guide);
  const some = guide.held.length > 0 || witnessLost;
  return (
    <GuidePage
      title={guide.live ? "The drive does not answer any more" : "Finish the plug test"}
      hint={
        complete || witnessLost
          ? "Reading changes nothing on the drive."
          : "First the witness hands back its numbers."
      }
      error={removing.error ?? asking.error ?? reading.error}
      actions={
        <>
          <ActionButton
            isDisabled={busy}
            onPress={async () => {
              if (await removing.run("discardPowerCutTest")) {
                onDone();
              }
            }}
          >
            Give up and remove the test
          </ActionButton>
          <ActionButton look="primary" isDisabled={!some || busy} onPress={askFirst}>
            Look what is left
          </ActionButton>
        </>
      }
    >
      <p>{introduction(guide)}</p>
      {witnessLost ? null : <HeldNumbers guide={guide} os={os} />}
      <div role="status">
        {witnessLost ? (
          <Notice severity="info" title="The numbers of the witness are lost">
            <p>
              DriveProof judges by what the drive itself shows. A confirmed save that left no trace
              on the drive cannot be noticed in this way.
            </p>
          </Notice>
        ) : complete ? (
          <Notice severity="good" title="The witness has handed back its numbers">
            <p>DriveProof can now look whether all of it is on the drive.</p>
          </Notice>
        ) : (
          <Notice severity="info" title="Waiting for the witness">
            <p>{waitingWords(guide)}</p>
          </Notice>
        )}
      </div>
      {guide.witness.kind === "page" && !complete && !witnessLost ? (
        <OtherWays guide={guide} os={os} />
      ) : null}
    </GuidePage>
  );
}

function introduction({ live, subject, witnessLost }: PowerCutGuide): string {
  if (witnessLost) {
    return `This plug test was found on ${subject}. If you did not cut the power, you can finish it all the same and say so.`;
  }
  return live
    ? "Leave it without power for about ten seconds. Then plug it in again and wait until the system shows it."
    : `A plug test of ${subject} was under way when DriveProof last ran. If you did not cut the power, you can finish it all the same and say so.`;
}

function waitingWords({ witness }: PowerCutGuide): string {
  if (witness.fault !== null) {
    return `${witness.fault.message} DriveProof tries again by itself.`;
  }
  switch (witness.kind) {
    case "page":
      return "The page on your phone finds this computer by itself, usually within ten seconds. It must still be open.";
    case "drive":
      return "DriveProof is reading the witness file.";
    case "computer":
      return "DriveProof was closed in between, so this computer has forgotten the numbers. The test cannot be judged; remove it and start again.";
  }
}

/** For when the page does not come back by itself. */
function OtherWays({ guide, os }: GuideProps) {
  const { witness } = guide;
  const [offer] = useCall("witnessAddresses");
  const action = useAction();
  const missing = guide.modes.filter(
    ({ mode, refusal }) => refusal === null && !guide.held.some((one) => one.mode === mode),
  );
  return (
    <Disclosure className="power-cut-more">
      <Heading level={2}>
        <Button slot="trigger" className="button plain">
          <ChevronSymbol />
          The page does not come back
        </Button>
      </Heading>
      <DisclosurePanel className="power-cut-more-panel">
        <h3>Type what the page shows</h3>
        <p className="small quiet">
          The page keeps its numbers while it is open. Leave it open and type them here.
        </p>
        {witness.phase === "ready" ? (
          missing.map(({ mode }) => (
            <TypedNumber key={mode} mode={mode} label={modeLabel(mode, os)} />
          ))
        ) : (
          <div className="row-of-buttons">
            <span>Choose an address of this computer first:</span>
            {(offer.status === "ready" ? offer.value : []).map(({ address, adapter }) => (
              <ActionButton
                key={address}
                isDisabled={action.busy}
                onPress={() => action.run("meetWitnessAt", address)}
              >
                {`${adapter}, ${address}`}
              </ActionButton>
            ))}
          </div>
        )}
        {witness.url !== null ? (
          <>
            <h3>The page was closed</h3>
            <p className="small quiet">
              {witness.isAtKnownAddress
                ? "Open it again on the same phone and in the same browser; the numbers are stored there."
                : "This computer’s address has changed, so the numbers stored by the old page cannot be reached from a new one. Look for the old page among the open tabs of the phone."}
            </p>
            {witness.isAtKnownAddress ? <PageCode url={witness.url} /> : null}
          </>
        ) : null}
      </DisclosurePanel>
    </Disclosure>
  );
}

/** Nothing was cut, or a removal was broken off: only clearing away is left. */
export function StoppedPage({ guide, onDone }: { guide: PowerCutGuide; onDone: () => void }) {
  const action = useAction();
  const isRemoved = guide.stage === "removing";
  return (
    <GuidePage
      title={
        isRemoved ? "The test is removed in part" : "The test was stopped before the power was cut"
      }
      hint={`The files of the test are in ${guide.folder}.`}
      error={action.error}
      actions={
        <ActionButton
          look="primary"
          isDisabled={action.busy}
          onPress={async () => {
            if (await action.run("discardPowerCutTest")) {
              onDone();
            }
          }}
        >
          {isRemoved ? "Remove the rest" : "Remove the test"}
        </ActionButton>
      }
    >
      {guide.error === null ? (
        <p>
          {isRemoved
            ? "DriveProof ended while it removed the test. Remove the rest, then you can start a new one."
            : "Nothing can be said about the drive. Remove the test, then you can start a new one."}
        </p>
      ) : (
        <Notice severity="bad" title="The writing broke off">
          <p>{guide.error.message}</p>
          <SystemAnswer error={guide.error} />
        </Notice>
      )}
    </GuidePage>
  );
}
