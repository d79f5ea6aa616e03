import type { OperatingSystem } from "#contract/flush-mode";
import type { RunPlan } from "#contract/run-plan";
import { ownName, type Volume } from "#contract/volume";
import type { WorkloadId } from "#contract/workloads/index";
import { profileNames } from "#text/names";
import { consentText, driveText } from "#text/screens/drive";
import { Tick } from "../../ui/tick";
import { choiceOf } from "../../workloads/choice";
import { durationWords } from "./profile-choice";
import type { Agreeable } from "./shown-volumes";

interface SummaryProps {
  readonly selected: Volume | null;
  readonly lacking: number | null;
  readonly plan: RunPlan;
  readonly os: OperatingSystem;
}

export function Summary({ selected, lacking, plan, os }: SummaryProps) {
  if (selected === null) {
    return <p className="quiet">{driveText.choose()}</p>;
  }
  const duration = durationWords(plan, os, selected);
  const profile = profileNames[plan.profile]();
  return (
    <>
      <p className="action-title">
        {driveText.summary({ drive: ownName(selected), profile, duration })}
      </p>
      <p className="small quiet">{hintOf(selected, lacking)}</p>
      {plan.tests
        .flatMap((id) => warningsOf(id, selected))
        .map((warning) => (
          <p className="small" key={warning}>
            {warning}
          </p>
        ))}
    </>
  );
}

function hintOf({ drive }: Volume, lacking: number | null): string {
  if (lacking !== null) {
    return driveText.tooLittleSpace();
  }
  return drive.kind === "network" ? driveText.promiseOnNetwork() : driveText.promise();
}

function warningsOf(id: WorkloadId, { system, totalBytes, freeBytes }: Volume): string[] {
  const { onSystemDrive, onUsedDrive } = choiceOf(id);
  const usedBytes = totalBytes === null || freeBytes === null ? null : totalBytes - freeBytes;
  return [system ? onSystemDrive?.() : undefined, onUsedDrive?.(usedBytes)].filter(
    (warning) => warning !== undefined,
  );
}

interface ConsentProps {
  readonly to: Agreeable;
  readonly agreed: boolean;
  readonly onChange: (agreed: boolean) => void;
}

/** The consent stands beside the button that it unlocks, visible however long the list is. */
export function Consent({ to, agreed, onChange }: ConsentProps) {
  return (
    <Tick className="consent small" isSelected={agreed} onChange={onChange}>
      {consentText[to]()}
    </Tick>
  );
}
