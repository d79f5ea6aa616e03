import { useState } from "react";
import { Checkbox, Label, Radio, RadioGroup } from "react-aria-components";
import {
  powerCutFileBytes,
  powerCutFolderName,
  powerCutLayout,
} from "../../../../electron/contract/power-cut-plan";
import { formatBytes } from "../../../../electron/text/format";
import { ActionButton } from "../../ui/action-button";
import { Notice } from "../../ui/notice";
import { CheckSymbol } from "../../ui/symbols";
import { GuidePage } from "./guide-page";
import { type Machine, machines, machineWords } from "./power-words";

interface StepProps {
  readonly onBack: () => void;
  readonly onNext: () => void;
}

export function WhyPage({ name, onBack, onNext }: StepProps & { readonly name: string }) {
  return (
    <GuidePage
      title={`The plug test of ${name}`}
      hint="Nothing is written yet. The test takes about ten minutes."
      actions={
        <>
          <ActionButton onPress={onBack}>Back to the drives</ActionButton>
          <ActionButton look="primary" onPress={onNext}>
            Continue
          </ActionButton>
        </>
      }
    >
      <p>
        When a program saves something important, it asks the drive to confirm that the data is on
        permanent storage. Only a power cut shows whether that is true.
      </p>
      <ol className="power-cut-steps">
        <li>DriveProof writes numbered records and asks for every one to be confirmed.</li>
        <li>A witness, such as your phone, notes the last number that was confirmed.</li>
        <li>You cut the power.</li>
        <li>Afterwards DriveProof looks whether everything the witness knows of is there.</li>
      </ol>
    </GuidePage>
  );
}

interface BeforeProps extends StepProps {
  readonly modes: number;
}

export function BeforePage({ modes, onBack, onNext }: BeforeProps) {
  const [agreed, setAgreed] = useState(false);
  return (
    <GuidePage
      title="Before you start"
      hint="Nothing is written yet."
      actions={
        <>
          <ActionButton onPress={onBack}>Back</ActionButton>
          <ActionButton look="primary" isDisabled={!agreed} onPress={onNext}>
            Continue
          </ActionButton>
        </>
      }
    >
      <ul className="power-cut-list">
        <li>Save your work and close all other programs, on this drive and on others.</li>
        <li>Wait until nothing is being copied, installed or updated.</li>
        <li>
          Let other people who use this computer know. They lose what they have not saved, too.
        </li>
      </ul>
      <Notice severity="caution" title="What can happen to other data">
        <p>
          What is saved and left alone normally survives a power cut; the system puts itself in
          order at the next start. What is being written at that moment can be damaged. In rare
          cases a drive does not start again after a power cut. So do not test a drive that holds
          the only copy of something that matters.
        </p>
      </Notice>
      <p className="quiet">
        DriveProof itself writes into a folder of its own, “{powerCutFolderName}”, at most{" "}
        {formatBytes(powerCutFileBytes(powerCutLayout(1), modes))}, and removes it at the end.
      </p>
      <Checkbox className="checkbox" isSelected={agreed} onChange={setAgreed}>
        {({ isSelected }) => (
          <>
            <span className="checkbox-box">{isSelected ? <CheckSymbol /> : null}</span>
            <span>
              My work is saved, and what matters on this drive exists somewhere else, too.
            </span>
          </>
        )}
      </Checkbox>
    </GuidePage>
  );
}

interface PowerProps extends StepProps {
  readonly machine: Machine;
  readonly onMachine: (machine: Machine) => void;
}

export function PowerPage({ machine, onMachine, onBack, onNext }: PowerProps) {
  return (
    <GuidePage
      title="How will you cut the power?"
      hint="Nothing is written yet. You will be told when to do it."
      actions={
        <>
          <ActionButton onPress={onBack}>Back</ActionButton>
          <ActionButton look="primary" onPress={onNext}>
            Continue
          </ActionButton>
        </>
      }
    >
      <RadioGroup
        className="power-cut-choices"
        value={machine}
        onChange={(chosen) => onMachine(chosen as Machine)}
      >
        <Label className="hidden-visually">Where the drive is</Label>
        {machines.map((kind) => (
          <Radio key={kind} value={kind} className="power-cut-choice">
            <span className="volume-choice" />
            <span>
              <span className="power-cut-choice-title">{machineWords[kind].title}</span>
              <span className="small">{machineWords[kind].how}</span>
            </span>
          </Radio>
        ))}
      </RadioGroup>
      <p className="small quiet">
        Sleep, restart, shut down and “safely remove” do not count: the system then writes
        everything out first, and nothing is at stake.
      </p>
    </GuidePage>
  );
}
