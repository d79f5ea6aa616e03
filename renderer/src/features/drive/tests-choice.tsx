import { formatBytes } from "../../../../electron/analysis/format";
import { type WorkloadId, workloadIds } from "../../../../electron/contract/workloads";
import { TickGroup } from "../../ui/tick";
import { testWords } from "../../words";

interface TestsChoiceProps {
  readonly value: readonly WorkloadId[];
  readonly onChange: (tests: readonly WorkloadId[]) => void;
  /** The most the long write puts on the drive. */
  readonly longWriteBytes: number;
}

/** What is to be tested. The last test that is ticked stays ticked. */
export function TestsChoice({ value, onChange, longWriteBytes }: TestsChoiceProps) {
  return (
    <TickGroup
      className="tests"
      label="What to test"
      needsOne
      hint={value.length === 1 ? "At least one test is needed." : ""}
      choices={workloadIds.map((id) => ({
        id,
        name: testWords[id].name,
        detail:
          id === "sustained-write"
            ? `${testWords[id].purpose} Writes up to ${formatBytes(longWriteBytes)}.`
            : testWords[id].purpose,
      }))}
      value={value}
      onChange={onChange}
    />
  );
}
