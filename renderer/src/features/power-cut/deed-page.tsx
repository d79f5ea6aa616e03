import { useState } from "react";
import type { DriveError } from "#contract/drive-error";
import type { CutQuestion } from "#contract/power-cut/state";
import type { CutDeed } from "#contract/power-cut/test";
import { deedDetails, deedText, deedTitles, powerCutButtons } from "#text/screens/power-cut";
import { Choices } from "./choices";
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
      actions={[
        { words: powerCutButtons.back(), isBusy: busy, onPress: onBack },
        {
          words: powerCutButtons.continue(),
          look: "primary",
          isDisabled: deed === null,
          isBusy: busy,
          onPress: () => deed !== null && onAnswer(deed),
        },
      ]}
    >
      <p>{deedText.why()}</p>
      <Choices
        label={deedText.label()}
        choices={question.deeds.map((id) => ({
          id,
          title: deedTitles[id](),
          detail: deedDetails[id](),
        }))}
        value={deed}
        onChange={setDeed}
      />
    </GuidePage>
  );
}
