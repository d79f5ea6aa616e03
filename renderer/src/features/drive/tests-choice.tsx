import { Checkbox, CheckboxGroup, Label, Text } from "react-aria-components";
import { type TestName, testNames } from "../../../../electron/contract/run-plan";
import { CheckSymbol } from "../../ui/symbols";
import { testWords } from "../../words";

interface TestsChoiceProps {
  readonly value: readonly TestName[];
  readonly onChange: (tests: readonly TestName[]) => void;
}

/** What is to be tested. The last test that is ticked stays ticked. */
export function TestsChoice({ value, onChange }: TestsChoiceProps) {
  return (
    <CheckboxGroup
      className="tests"
      value={[...value]}
      onChange={(ticked) => {
        const chosen = testNames.filter((test) => ticked.includes(test));
        if (chosen.length > 0) {
          onChange(chosen);
        }
      }}
    >
      <div className="tests-head">
        <Label className="profiles-title">What to test</Label>
        <Text slot="description" className="small quiet">
          {value.length === 1 ? "At least one test is needed." : ""}
        </Text>
      </div>
      <div className="test-cards">
        {testNames.map((test) => (
          <Checkbox key={test} value={test} className="checkbox test-card">
            {({ isSelected }) => (
              <>
                <span className="checkbox-box">{isSelected ? <CheckSymbol /> : null}</span>
                <span className="test-words">
                  <span className="test-name">{testWords[test].name}</span>
                  <span className="small quiet">{testWords[test].purpose}</span>
                </span>
              </>
            )}
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
}
