import { type PropsWithChildren, useState } from "react";
import { Button, Disclosure, DisclosurePanel } from "react-aria-components";
import type { OperatingSystem } from "#contract/flush-mode";
import type { PlanChanges, PlanOptions } from "#contract/plan-options";
import type { RunPlan } from "#contract/run-plan";
import { type WorkloadId, workloadIds } from "#contract/workloads/index";
import { measured } from "#text/measured";
import { workloadChoiceText } from "#text/screens/drive";
import { ChevronSymbol } from "../../ui/symbols";
import { TickGroup } from "../../ui/tick";
import { choiceOf } from "../../workloads/choice";

interface WorkloadChoiceProps {
  readonly value: readonly WorkloadId[];
  readonly onChange: (tests: readonly WorkloadId[]) => void;
  readonly plan: RunPlan;
}

export function WorkloadChoice({ value, onChange, plan }: WorkloadChoiceProps) {
  return (
    <TickGroup
      className="tests"
      label={workloadChoiceText.title()}
      needsOne
      hint={value.length === 1 ? workloadChoiceText.needsOne() : ""}
      choices={workloadIds.map((id) => {
        const { name, purpose, limit } = choiceOf(id);
        const detail = limit === undefined ? purpose() : `${purpose()} ${limit(plan)}`;
        return { id, name: name(), detail };
      })}
      value={value}
      onChange={onChange}
    />
  );
}

/** Options that most people never open; rendered when opened for the first time. */
export function MoreOptions({ summary, children }: PropsWithChildren<{ summary: string }>) {
  const [isDrawn, setDrawn] = useState(false);
  return (
    <Disclosure className="more-options" onExpandedChange={() => setDrawn(true)}>
      <div className="more-options-line base-line">
        <Button slot="trigger" className="button plain more-options-trigger">
          {workloadChoiceText.moreOptions()}
          <ChevronSymbol />
        </Button>
        <span className="small quiet">{summary}</span>
      </div>
      <DisclosurePanel className="more-options-panel">{isDrawn ? children : null}</DisclosurePanel>
    </Disclosure>
  );
}

interface WorkloadOptionsProps {
  readonly value: PlanOptions;
  readonly onChange: (changes: PlanChanges) => void;
  /** The ticked tests; the options of all others are visible but disabled. */
  readonly tests: readonly WorkloadId[];
  readonly os: OperatingSystem;
}

export function WorkloadOptions({ value, onChange, tests, os }: WorkloadOptionsProps) {
  return (
    <div className="workload-options">
      {workloadIds.map((id) => {
        const { options, name } = choiceOf(id);
        if (options === undefined) {
          return null;
        }
        const { needsOne = false, choices, ticked, changes } = options;
        return (
          <TickGroup
            key={id}
            className="options"
            label={name()}
            isDisabled={!tests.includes(id)}
            needsOne={needsOne}
            {...(needsOne ? { hint: measured.oneOrMore() } : {})}
            choices={choices(os)}
            value={ticked(value)}
            onChange={(chosen) => onChange(changes(chosen))}
          />
        );
      })}
    </div>
  );
}
