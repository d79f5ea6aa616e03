import { useState } from "react";
import { Label, Radio, RadioGroup } from "react-aria-components";
import type { DriveError } from "../../../../electron/contract/drive-error";
import type { CutQuestion } from "../../../../electron/contract/power-cut-guide";
import type { CutDeed } from "../../../../electron/contract/power-cut-result";
import { ActionButton } from "../../ui/action-button";
import { GuidePage } from "./guide-page";

interface DeedWords {
  readonly title: string;
  readonly words: string;
}

const deedWords: Readonly<Record<CutDeed, DeedWords>> = {
  cable: {
    title: "I pulled the drive’s cable",
    words: "Or the cable of its own power supply.",
  },
  "power-button": {
    title: "I held the power button until the computer went off",
    words: "Some computers keep their drive powered all the while.",
  },
  battery: {
    title: "I took the battery out",
    words: "With the charger unplugged, so that no power was left.",
  },
  plug: {
    title: "I pulled the computer’s plug",
    words: "On a computer without a battery. Or I switched off its power supply.",
  },
  "no-cut": {
    title: "None of these",
    words: "It restarted, crashed or was shut down, or nothing happened at all.",
  },
};

interface DeedPageProps {
  readonly question: CutQuestion;
  readonly busy: boolean;
  readonly error: DriveError | null;
  readonly onBack: () => void;
  readonly onAnswer: (deed: CutDeed) => void;
}

/** Where the system does not show the power cut, the person is asked before anything is read. */
export function DeedPage({ question, busy, error, onBack, onAnswer }: DeedPageProps) {
  const [deed, setDeed] = useState(question.said);
  return (
    <GuidePage
      title="What did you do?"
      hint="Then DriveProof looks what is left. That changes nothing on the drive."
      error={error}
      actions={
        <>
          <ActionButton isDisabled={busy} onPress={onBack}>
            Back
          </ActionButton>
          <ActionButton
            look="primary"
            isDisabled={deed === null || busy}
            onPress={() => deed !== null && onAnswer(deed)}
          >
            Continue
          </ActionButton>
        </>
      }
    >
      <p>
        The system does not show whether the drive lost its power. The result will say that this is
        your word.
      </p>
      <RadioGroup
        className="power-cut-choices"
        value={deed}
        onChange={(chosen) => setDeed(chosen as CutDeed)}
      >
        <Label className="hidden-visually">What you did</Label>
        {question.deeds.map((one) => (
          <Radio key={one} value={one} className="power-cut-choice">
            <span className="volume-choice" />
            <span>
              <span className="power-cut-choice-title">{deedWords[one].title}</span>
              <span className="small">{deedWords[one].words}</span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
    </GuidePage>
  );
}
