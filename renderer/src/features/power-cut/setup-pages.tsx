import { useState } from "react";
import { powerCutFileBytes, powerCutFolderName, powerCutLayout } from "#contract/power-cut/test";
import { formatBytes } from "#text/format";
import {
  introParts,
  introQuestions,
  machineCuts,
  machineTitles,
  plugIntro,
  powerCutButtons,
  setupText,
  unplugIntro,
} from "#text/screens/power-cut";
import { Notice } from "../../ui/notice";
import { Tick } from "../../ui/tick";
import { Choices } from "./choices";
import { GuidePage } from "./guide-page";
import type { Machine } from "./power-words";

interface StepProps {
  readonly onBack: () => void;
  readonly onNext: () => void;
}

interface WhyProps extends StepProps {
  readonly name: string;
  /** Whether only the drive loses its power, and not the computer. */
  readonly isUnplugged: boolean;
}

/** Purpose and demands of the test, so that a person can leave before anything happens. */
export function WhyPage({ name, isUnplugged, onBack, onNext }: WhyProps) {
  const intro = isUnplugged ? unplugIntro : plugIntro;
  const title = isUnplugged ? setupText.unplugTitle : setupText.title;
  return (
    <GuidePage
      title={title({ drive: name })}
      hint={setupText.whyHint()}
      actions={[
        { words: setupText.backToDrives(), onPress: onBack },
        { words: powerCutButtons.continue(), look: "primary", onPress: onNext },
      ]}
    >
      <p>{intro.lead()}</p>
      <dl className="card power-cut-intro rows loose">
        {introParts.map((part) => (
          <div key={part}>
            <dt>{introQuestions[part]()}</dt>
            <dd>{intro[part]()}</dd>
          </div>
        ))}
      </dl>
      <section className="power-cut-how rows quiet">
        <h2>{setupText.how()}</h2>
        <ol className="power-cut-steps rows tight">
          <li>{setupText.stepWrite()}</li>
          <li>{setupText.stepWitness()}</li>
          <li>{isUnplugged ? setupText.stepUnplug() : setupText.stepCut()}</li>
          <li>{setupText.stepLook()}</li>
        </ol>
      </section>
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
      title={setupText.beforeTitle()}
      hint={setupText.beforeHint()}
      actions={[
        { words: powerCutButtons.back(), onPress: onBack },
        {
          words: powerCutButtons.continue(),
          look: "primary",
          isDisabled: !agreed,
          onPress: onNext,
        },
      ]}
    >
      <ul className="power-cut-list rows">
        <li>{setupText.saveWork()}</li>
        <li>{setupText.waitForOthers()}</li>
        <li>{setupText.tellPeople()}</li>
      </ul>
      <Notice severity="caution" title={setupText.riskTitle()}>
        <p>{setupText.risk()}</p>
      </Notice>
      <p className="quiet">
        {setupText.ownFolder({
          folder: powerCutFolderName,
          size: formatBytes(powerCutFileBytes(powerCutLayout(1), modes)),
        })}
      </p>
      <Tick isSelected={agreed} onChange={setAgreed}>
        {setupText.agreement()}
      </Tick>
    </GuidePage>
  );
}

interface PowerProps extends StepProps {
  readonly machines: readonly Machine[];
  readonly machine: Machine;
  readonly onMachine: (machine: Machine) => void;
}

export function PowerPage({ machines, machine, onMachine, onBack, onNext }: PowerProps) {
  return (
    <GuidePage
      title={setupText.powerTitle()}
      hint={setupText.powerHint()}
      actions={[
        { words: powerCutButtons.back(), onPress: onBack },
        { words: powerCutButtons.continue(), look: "primary", onPress: onNext },
      ]}
    >
      <Choices
        label={setupText.whereDriveIs()}
        choices={machines.map((id) => ({
          id,
          title: machineTitles[id](),
          detail: machineCuts[id](),
        }))}
        value={machine}
        onChange={onMachine}
      />
      <p className="small quiet">{setupText.noCut()}</p>
    </GuidePage>
  );
}
