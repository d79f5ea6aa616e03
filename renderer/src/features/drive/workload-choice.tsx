import { Button, Disclosure, DisclosurePanel } from "react-aria-components";
import type { OperatingSystem } from "../../../../electron/contract/flush-mode";
import type { PlanChanges, PlanOptions } from "../../../../electron/contract/plan-options";
import type { RunPlan } from "../../../../electron/contract/run-plan";
import { type WorkloadId, workloadIds } from "../../../../electron/contract/workloads";
import { workloadChoiceText } from "../../../../electron/text/screens/drive";
import { ChevronSymbol } from "../../ui/symbols";
import { TickGroup } from "../../ui/tick";
import { homeOf } from "../../workloads";

interface WorkloadChoiceProps {
  readonly value: readonly WorkloadId[];
  readonly onChange: (tests: readonly WorkloadId[]) => void;
  /** What the thoroughness and the options chosen come to. */
  readonly plan: RunPlan;
}

/** What is to be tested. The last test that is ticked stays ticked. */
export function WorkloadChoice({ value, onChange, plan }: WorkloadChoiceProps) {
  return (
    <TickGroup
      className="tests"
      label={workloadChoiceText.title()}
      needsOne
      hint={value.length === 1 ? workloadChoiceText.needsOne() : ""}
      choices={workloadIds.map((id) => {
        const { name, purpose, limit } = homeOf(id);
        const detail = limit === undefined ? purpose() : `${purpose()} ${limit(plan)}`;
        return { id, name: name(), detail };
      })}
      value={value}
      onChange={onChange}
    />
  );
}

interface MoreOptionsProps {
  /** The options as they are now, those of the profile included. */
  readonly value: PlanOptions;
  readonly onChange: (changes: PlanChanges) => void;
  readonly isChanged: boolean;
  /** The options of a test that is not ticked can be seen and not changed. */
  readonly tests: readonly WorkloadId[];
  readonly os: OperatingSystem;
}

/** For people who know what they want to compare; everybody else leaves it closed. */
export function MoreOptions({ isChanged, tests, ...rest }: MoreOptionsProps) {
  return (
    <Disclosure className="more-options">
      <Button slot="trigger" className="button plain more-options-trigger">
        <ChevronSymbol />
        {workloadChoiceText.moreOptions()}
        {isChanged ? <span className="small quiet">{workloadChoiceText.changed()}</span> : null}
      </Button>
      <DisclosurePanel className="more-options-panel">
        {workloadIds.map((id) => {
          const { Options, name } = homeOf(id);
          const isDisabled = !tests.includes(id);
          return Options === undefined ? null : (
            <Options
              key={id}
              group={{ className: "options", label: name(), isDisabled }}
              {...rest}
            />
          );
        })}
      </DisclosurePanel>
    </Disclosure>
  );
}
