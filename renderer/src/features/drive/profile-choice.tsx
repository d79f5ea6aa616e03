import { Label, Radio, RadioGroup } from "react-aria-components";
import { estimateRun } from "#analysis/estimate";
import { requiredFreeBytes } from "#analysis/plan";
import { copyOnWriteName } from "#contract/copy-on-write";
import type { OperatingSystem } from "#contract/flush-mode";
import type { RunPlan } from "#contract/run-plan";
import type { Volume } from "#contract/volume";
import { formatBytes, formatCount, formatDuration } from "#text/format";
import { profileNames } from "#text/names";
import { profilePurposes, profileText } from "#text/screens/drive";
import { units } from "#text/units";

import { choiceOf } from "../../workloads/choice";

const profiles = ["quick", "standard", "thorough"] as const;
export type OfferedProfile = (typeof profiles)[number];

interface ProfileChoiceProps {
  readonly value: OfferedProfile;
  readonly onChange: (profile: OfferedProfile) => void;
  /** The plan of each profile with the chosen tests and options. */
  readonly planOf: (profile: OfferedProfile) => RunPlan;
  readonly volume: Volume | null;
  readonly os: OperatingSystem;
}

export function ProfileChoice({ value, onChange, planOf, volume, os }: ProfileChoiceProps) {
  return (
    <RadioGroup
      className="rows loose"
      value={value}
      onChange={(chosen) => onChange(chosen as OfferedProfile)}
    >
      <Label className="profiles-title">{profileText.title()}</Label>
      <div className="profile-cards">
        {profiles.map((profile) => {
          const plan = planOf(profile);
          const lacking = lackingBytes(plan, volume);
          return (
            <Radio
              key={profile}
              value={profile}
              className="choice-card profile"
              isDisabled={lacking !== null && profile !== value}
            >
              <span className="profile-title">
                {profileNames[profile]()} <span>{durationWords(plan, os, volume)}</span>
              </span>
              <span>{profilePurposes[profile]()}</span>
              <span className="small quiet">
                {lacking === null
                  ? writingWords(plan, os, volume)
                  : profileText.needsSpace({ space: formatBytes(lacking) })}
              </span>
            </Radio>
          );
        })}
      </div>
    </RadioGroup>
  );
}

/** The free space the plan needs, if the volume has less; else `null`. */
export function lackingBytes(plan: RunPlan, volume: Volume | null): number | null {
  const needed = requiredFreeBytes(plan, volume !== null && copyOnWriteName(volume) !== null);
  const free = volume?.freeBytes ?? null;
  return free !== null && free < needed ? needed : null;
}

const secondNs = 1_000_000_000;

/** The plan's time, no more precise than an estimate can be: "about 90 s", "about 5 min". */
export function durationWords(plan: RunPlan, os: OperatingSystem, volume: Volume | null): string {
  const { durationNs } = estimateRun(plan, os, undefined, volume?.freeBytes);
  const time =
    durationNs < 120 * secondNs
      ? units.seconds({ figure: formatCount(Math.round(durationNs / secondNs / 10) * 10) })
      : formatDuration(Math.round(durationNs / secondNs / 60) * 60 * secondNs);
  return profileText.duration({ time });
}

function writingWords(plan: RunPlan, os: OperatingSystem, volume: Volume | null): string {
  const { bytes } = estimateRun(plan, os, undefined, volume?.freeBytes);
  const amount = formatBytes(roughly(bytes));
  // Calls the amount a limit if one of the tests may end long before it has written its part.
  const isLimit = `${plan.tests.some((id) => choiceOf(id).limit !== undefined)}`;
  return profileText.writes({ isLimit, amount });
}

/** One significant digit, two if the first is a 1: 1.4, 3, 20. */
function roughly(value: number): number {
  const oneDigit = Number(value.toPrecision(1));
  return String(oneDigit).replace(/[0.]/g, "").startsWith("1")
    ? Number(value.toPrecision(2))
    : oneDigit;
}
