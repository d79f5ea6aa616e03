import { Button, Disclosure, DisclosurePanel } from "react-aria-components";
import {
  flushModes,
  intervalSyncModes,
  type OperatingSystem,
  syncCallModeIds,
} from "../../../../electron/contract/flush-mode";
import type { PlanChanges, PlanOptions } from "../../../../electron/contract/plan-options";
import type { WorkloadId } from "../../../../electron/contract/workloads";
import { commitEngines } from "../../../../electron/contract/workloads/commits";
import { ChevronSymbol } from "../../ui/symbols";
import { TickGroup } from "../../ui/tick";
import { engineDetails, engineLabel, modeLabel, testWords } from "../../words";

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
export function MoreOptions({ value, onChange, isChanged, tests, os }: MoreOptionsProps) {
  const groupOf = (test: WorkloadId) => ({
    className: "options",
    label: testWords[test].name,
    isDisabled: !tests.includes(test),
  });
  return (
    <Disclosure className="more-options">
      <Button slot="trigger" className="button plain more-options-trigger">
        <ChevronSymbol />
        More options
        {isChanged ? <span className="small quiet">changed</span> : null}
      </Button>
      <DisclosurePanel className="more-options-panel">
        <TickGroup
          {...groupOf("flush-modes")}
          needsOne={false}
          choices={growingFile}
          value={value.append ? ["append"] : []}
          onChange={(ticked) => onChange({ append: ticked.length > 0 })}
        />
        <TickGroup
          {...groupOf("buffer-sweep")}
          needsOne={false}
          choices={aroundMemory}
          value={value.direct ? ["direct"] : []}
          onChange={(ticked) => onChange({ direct: ticked.length > 0 })}
        />
        <TickGroup
          {...groupOf("sync-interval")}
          needsOne
          hint="one or more"
          choices={syncCallModeIds
            .filter((mode) => flushModes[mode][os] !== undefined)
            .map((id) => ({ id, name: modeLabel(id, os), detail: id }))}
          value={value.syncModes ?? usualSyncModes(os)}
          onChange={(syncModes) => onChange({ syncModes })}
        />
        <TickGroup
          {...groupOf("commits")}
          needsOne
          hint="one or more"
          choices={commitEngines.map((id) => ({
            id,
            name: engineLabel(id),
            detail: engineDetails[id],
          }))}
          value={value.engines}
          onChange={(engines) => onChange({ engines })}
        />
      </DisclosurePanel>
    </Disclosure>
  );
}

const growingFile = [
  {
    id: "append",
    name: "Also a file that grows",
    detail: "As when a new file is written: the drive has to store its length too.",
  },
] as const;

const aroundMemory = [
  {
    id: "direct",
    name: "Also around memory (direct)",
    detail: "Without the system’s own memory between the program and the drive.",
  },
] as const;

function usualSyncModes(os: OperatingSystem): (typeof syncCallModeIds)[number][] {
  const usual = intervalSyncModes(os);
  return syncCallModeIds.filter((mode) => usual.includes(mode));
}
