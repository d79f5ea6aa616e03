import { Checkbox } from "react-aria-components";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { RunPlan } from "../../../../electron/contract/run-plan";
import type { Volume } from "../../../../electron/contract/volume";
import { TickFace } from "../../ui/tick";
import { profileWords } from "../../words";
import { durationWords } from "./profile-choice";
import type { Agreeable } from "./volume-list";

interface SummaryProps {
  readonly selected: Volume | null;
  readonly lacking: number | null;
  readonly plan: RunPlan;
  readonly os: OperatingSystem;
}

/** What is about to be done, beside the button that does it. */
export function Summary({ selected, lacking, plan, os }: SummaryProps) {
  if (selected === null) {
    return <p className="quiet">Choose a drive or a folder.</p>;
  }
  const hint =
    lacking === null
      ? `${profileWords[plan.profile]}, ${durationWords(plan, os)}. The test file is removed afterwards.`
      : "There is too little free space on this drive for this choice.";
  return (
    <>
      <p className="action-title">{selected.name}</p>
      <p className="small quiet">{hint}</p>
    </>
  );
}

const consentWords: Readonly<Record<Agreeable, string>> = {
  "network-mount":
    "Inspect this network drive all the same. It loads the network and the computer at its other end, and the figures describe both of them together.",
  "space-unknown":
    "Inspect it all the same. How much space is free is not known, so that the test may fill it up before it removes its file.",
};

interface ConsentProps {
  readonly to: Agreeable;
  readonly agreed: boolean;
  readonly onChange: (agreed: boolean) => void;
}

/** Stands beside the button it unlocks, so that it is in view however long the list is. */
export function Consent({ to, agreed, onChange }: ConsentProps) {
  return (
    <Checkbox className="checkbox consent small" isSelected={agreed} onChange={onChange}>
      {({ isSelected }) => (
        <TickFace isSelected={isSelected}>
          <span>{consentWords[to]}</span>
        </TickFace>
      )}
    </Checkbox>
  );
}
