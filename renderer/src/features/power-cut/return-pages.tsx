import { useState } from "react";
import { Button, Disclosure, DisclosurePanel, Heading } from "react-aria-components";
import type { OperatingSystem } from "#contract/flush-mode";
import type { CutQuestion, PowerCutGuide } from "#contract/power-cut/state";
import { modeLabel } from "#text/flush-modes";
import { messageOf } from "#text/refusals";
import {
  otherWaysText,
  powerCutButtons,
  returnText,
  stoppedText,
  waitingFor,
} from "#text/screens/power-cut";
import { type Action, useAction } from "../../api/use-action";
import { useCall } from "../../api/use-call";
import { ActionButton } from "../../ui/action-button";
import { Notice, SystemAnswer } from "../../ui/notice";
import { ChevronSymbol } from "../../ui/symbols";
import { DeedPage } from "./deed-page";
import { discardTest, GuidePage } from "./guide-page";
import { TypedNumber } from "./typed-number";
import { HeldNumbers, isComplete, PageCode } from "./witness-card";

interface GuideProps {
  readonly guide: PowerCutGuide;
  readonly os: OperatingSystem;
}

interface ReturnProps extends GuideProps {
  readonly reading: Action;
  readonly onDone: () => void;
}

/** After the power cut: the witness returns its numbers, then the drive is read. */
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
      title={guide.live ? returnText.driveGone() : returnText.title()}
      hint={complete || witnessLost ? returnText.readingHint() : returnText.witnessHint()}
      error={removing.error ?? asking.error ?? reading.error}
      actions={[
        {
          words: returnText.giveUp(),
          isBusy: busy,
          onPress: () => discardTest(removing, onDone),
        },
        {
          words: returnText.look(),
          look: "primary",
          isDisabled: !some,
          isBusy: busy,
          onPress: askFirst,
        },
      ]}
    >
      <p>{introduction(guide)}</p>
      {witnessLost ? null : <HeldNumbers guide={guide} os={os} />}
      <div role="status">
        {witnessLost ? (
          <Notice severity="info" title={returnText.numbersLost()}>
            <p>{returnText.numbersLostDetail()}</p>
          </Notice>
        ) : complete ? (
          <Notice severity="good" title={returnText.numbersBack()}>
            <p>{returnText.numbersBackDetail()}</p>
          </Notice>
        ) : (
          <Notice severity="info" title={returnText.waiting()}>
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
    return returnText.found({ drive: subject });
  }
  return live ? returnText.plugInAgain() : returnText.wasUnderWay({ drive: subject });
}

function waitingWords({ witness }: PowerCutGuide): string {
  if (witness.fault !== null) {
    return returnText.triesAgain({ fault: witness.fault.message });
  }
  return waitingFor[witness.kind]();
}

/** Help if the phone's page does not reconnect by itself. */
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
          {otherWaysText.title()}
        </Button>
      </Heading>
      <DisclosurePanel className="power-cut-more-panel">
        <h3>{otherWaysText.typeTitle()}</h3>
        <p className="small quiet">{otherWaysText.type()}</p>
        {witness.phase === "ready" ? (
          missing.map(({ mode }) => (
            <TypedNumber key={mode} mode={mode} label={modeLabel(mode, os)} />
          ))
        ) : (
          <div className="row-of-buttons">
            <span>{otherWaysText.chooseAddress()}</span>
            {(offer.status === "ready" ? offer.value : []).map(({ address, adapter }) => (
              <ActionButton
                key={address}
                isBusy={action.busy}
                onPress={() => action.run("meetWitnessAt", address)}
              >
                {otherWaysText.address({ adapter, address })}
              </ActionButton>
            ))}
          </div>
        )}
        {witness.url !== null ? (
          <>
            <h3>{otherWaysText.closedTitle()}</h3>
            <p className="small quiet">
              {witness.isAtKnownAddress
                ? otherWaysText.openAgain()
                : otherWaysText.addressChanged()}
            </p>
            {witness.isAtKnownAddress ? <PageCode url={witness.url} /> : null}
          </>
        ) : null}
      </DisclosurePanel>
    </Disclosure>
  );
}

/** Only removal is left after a test without a cut, or after a removal that stopped early. */
export function StoppedPage({ guide, onDone }: { guide: PowerCutGuide; onDone: () => void }) {
  const action = useAction();
  const isRemoved = guide.stage === "removing";
  return (
    <GuidePage
      title={isRemoved ? stoppedText.removedInPart() : stoppedText.title()}
      hint={stoppedText.hint({ folder: guide.folder })}
      error={action.error}
      actions={[
        {
          words: isRemoved ? stoppedText.removeRest() : powerCutButtons.remove(),
          look: "primary",
          isBusy: action.busy,
          onPress: () => discardTest(action, onDone),
        },
      ]}
    >
      {guide.error === null ? (
        <p>{isRemoved ? stoppedText.removedInPartDetail() : stoppedText.nothingSaid()}</p>
      ) : (
        <Notice severity="bad" title={stoppedText.writingBrokeOff()}>
          <p>{messageOf(guide.error)}</p>
          <SystemAnswer error={guide.error} />
        </Notice>
      )}
    </GuidePage>
  );
}
