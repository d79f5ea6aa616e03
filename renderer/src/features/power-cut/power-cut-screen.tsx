import { useEffect, useState } from "react";
import type { OperatingSystem } from "#contract/flush-mode";
import type { PowerCutGuide } from "#contract/power-cut/state";
import { powerCutModesOf } from "#contract/power-cut/test";
import type { WitnessChoice } from "#contract/power-cut/witness";
import { ownName, type Volume } from "#contract/volume";
import { modeLabel } from "#text/flush-modes";
import { returnText, writingText } from "#text/screens/power-cut";
import { type Action, useAction } from "../../api/use-action";
import { useCall } from "../../api/use-call";
import { FoundPage } from "./found-page";
import { likelyMachine, type Machine, machinesFor } from "./power-words";
import { ResultPage } from "./result-page";
import { ReturnPage, StoppedPage } from "./return-pages";
import { BeforePage, PowerPage, WhyPage } from "./setup-pages";
import { WitnessChoicePage } from "./witness-choice-page";
import { MeetPage, PreparingPage, ReadyPage, WritingPage } from "./writing-pages";

/** Index of the witness choice page among the setup pages. */
const witnessStep = 3;

interface PowerCutScreenProps {
  readonly os: OperatingSystem;
  /** `null` if an unfinished test was found. */
  readonly volume: Volume | null;
  readonly onDone: () => void;
  readonly onReport: (runId: string) => void;
}

export function PowerCutScreen({ os, volume, onDone, onReport }: PowerCutScreenProps) {
  const [answer] = useCall("powerCutGuide");
  const [wasLookedFor, setLookedFor] = useState(volume === null);
  // This component holds the state of the reading back, because one page begins the reading and a
  // later page shows its error.
  const reading = useAction();
  const [setupStep, setSetupStep] = useState(0);
  const [chosen, setMachine] = useState<Machine | null>(null);
  if (answer.status === "loading") {
    return null;
  }
  const guide = answer.status === "ready" ? answer.value : null;
  if (guide !== null) {
    // The React key makes every page start at its heading.
    return (
      <StagePage
        key={`${guide.testId} ${guide.stage}`}
        {...{ guide, os, onDone, onReport }}
        machine={chosen ?? likelyMachine(volume ?? guide)}
        reading={reading}
        onBack={() => setSetupStep(witnessStep)}
      />
    );
  }
  if (volume === null) {
    return <Leave onDone={onDone} />;
  }
  if (!wasLookedFor) {
    return <LookFirst volumeId={volume.id} onBack={onDone} onNothing={() => setLookedFor(true)} />;
  }
  return (
    <SetupPage
      key={setupStep}
      {...{ os, volume, onDone }}
      machine={chosen ?? likelyMachine(volume)}
      step={setupStep}
      onStep={setSetupStep}
      onMachine={setMachine}
    />
  );
}

interface LookFirstProps {
  readonly volumeId: string;
  readonly onBack: () => void;
  readonly onNothing: () => void;
}

/** Looks for a test that is already on the drive, before anything is explained. */
function LookFirst({ volumeId, onBack, onNothing }: LookFirstProps) {
  const [found, reload] = useCall("foundPowerCutTest", volumeId);
  const isClear = found.status === "failed" || (found.status === "ready" && found.value === null);
  useEffect(() => {
    if (isClear) {
      onNothing(); // the first step that needs the drive reports this error
    }
  }, [isClear, onNothing]);
  return found.status === "ready" && found.value !== null ? (
    <FoundPage found={found.value} onRemoved={reload} {...{ volumeId, onBack }} />
  ) : null;
}

/** The found test is gone: returns to the list of drives. */
function Leave({ onDone }: { onDone: () => void }) {
  useEffect(onDone, [onDone]);
  return null;
}

interface SetupProps {
  readonly os: OperatingSystem;
  readonly volume: Volume;
  readonly machine: Machine;
  readonly step: number;
  readonly onStep: (step: number) => void;
  readonly onMachine: (machine: Machine) => void;
  readonly onDone: () => void;
}

/** The pages before the witness is connected; none of them writes anything. */
function SetupPage({ os, volume, machine, step, onStep, onMachine, onDone }: SetupProps) {
  const action = useAction();
  const modes = powerCutModesOf(os);
  const next = () => onStep(step + 1);
  const back = () => (step === 0 ? onDone() : onStep(step - 1));
  switch (step) {
    case 0:
      return (
        <WhyPage
          name={ownName(volume)}
          isUnplugged={likelyMachine(volume) === "external"}
          onBack={back}
          onNext={next}
        />
      );
    case 1:
      return <BeforePage modes={modes.length} onBack={back} onNext={next} />;
    case 2:
      return (
        <PowerPage
          {...{ machine, onMachine }}
          machines={machinesFor(volume)}
          onBack={back}
          onNext={next}
        />
      );
    default:
      return (
        <WitnessChoicePage
          volumeId={volume.id}
          machine={machine}
          action={action}
          onBack={back}
          onChosen={(witness: WitnessChoice) =>
            action.run("openPowerCutTest", {
              volumeId: volume.id,
              modes: modes.map((mode) => ({ mode, label: modeLabel(mode, os) })),
              witness,
            })
          }
        />
      );
  }
}

interface StageProps {
  readonly guide: PowerCutGuide;
  readonly os: OperatingSystem;
  readonly machine: Machine;
  readonly reading: Action;
  readonly onBack: () => void;
  readonly onDone: () => void;
  readonly onReport: (runId: string) => void;
}

function StagePage({ guide, os, machine, reading, onBack, onDone, onReport }: StageProps) {
  switch (guide.stage) {
    case "witness":
      return <MeetPage guide={guide} onBack={onBack} />;
    case "preparing":
    case "ready":
      if (!guide.live) {
        return <StoppedPage guide={guide} onDone={onDone} />;
      }
      return guide.stage === "ready" ? (
        <ReadyPage {...{ guide, os, machine }} />
      ) : (
        <PreparingPage guide={guide} title={writingText.preparing()} />
      );
    case "writing":
      return guide.live ? (
        <WritingPage {...{ guide, os, machine }} />
      ) : (
        <ReturnPage {...{ guide, os, reading, onDone }} />
      );
    case "drive-lost":
      return <ReturnPage {...{ guide, os, reading, onDone }} />;
    case "reading-back":
      return !reading.busy ? (
        <ReturnPage {...{ guide, os, reading, onDone }} />
      ) : (
        <PreparingPage guide={guide} title={returnText.looking()} />
      );
    case "stopped":
    case "removing":
      return <StoppedPage guide={guide} onDone={onDone} />;
    case "finished":
      return guide.result === null ? null : (
        <ResultPage {...{ guide, os, reading, onDone, onReport }} result={guide.result} />
      );
  }
}
