import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import type { DriveError } from "#contract/drive-error";
import type { CutQuestion } from "#contract/power-cut/state";
import type { CutDeed } from "#contract/power-cut/test";
import { deedDetails, deedText, deedTitles, powerCutButtons } from "#text/screens/power-cut";
import { ActionButton } from "../../ui/action-button";
import { GuidePage } from "./guide-page";

interface DeedPageProps {
  readonly question: CutQuestion;
  readonly busy: boolean;
  readonly error: DriveError | null;
  readonly onBack: () => void;
  readonly onAnswer: (deed: CutDeed) => void;
}

/** If the system does not show the power cut, asks the person before anything is read. */
export function DeedPage({ question, busy, error, onBack, onAnswer }: DeedPageProps) {
  const [deed, setDeed] = useState(question.said);
  return (
    <GuidePage
      title={deedText.title()}
      hint={deedText.hint()}
      error={error}
      actions={
        <>
          <ActionButton isDisabled={busy} onPress={onBack}>
            {powerCutButtons.back()}
          </ActionButton>
          <ActionButton
            look="primary"
            isDisabled={deed === null || busy}
            onPress={() => deed !== null && onAnswer(deed)}
          >
            {powerCutButtons.continue()}
          </ActionButton>
        </>
      }
    >
      <p>{deedText.why()}</p>
      <RadioGroup
        className="power-cut-choices"
        value={deed}
        onChange={(chosen) => setDeed(chosen as CutDeed)}
      >
        <Label className="hidden-visually">{deedText.label()}</Label>
        {question.deeds.map((one) => (
          <Radio key={one} value={one} className="power-cut-choice">
            <span className="volume-choice" />
            <span>
              <span className="power-cut-choice-title">{deedTitles[one]()}</span>
              <span className="small">{deedDetails[one]()}</span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
    </GuidePage>
  );
}
