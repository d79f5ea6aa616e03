import type { OperatingSystem } from "#contract/flush-mode";
import type { RunPlan } from "#contract/run-plan";
import { ownName, type Volume } from "#contract/volume";
import type { WorkloadId } from "#contract/workloads/index";
import { profileNames } from "#text/names";
import { driveText } from "#text/screens/drive";
import { choiceOf } from "../../workloads/choice";
import { durationWords } from "./profile-choice";

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
      <p className="strong">{driveText.summary({ drive: ownName(selected), profile, duration })}</p>
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
