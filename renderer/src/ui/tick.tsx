import type { ReactNode } from "react";
import { Checkbox, CheckboxGroup, Label, Text } from "react-aria-components";
import { CheckSymbol } from "./symbols";

/** Inside of a checkbox: its box, and the content beside it. */
export function TickFace({ isSelected, children }: { isSelected: boolean; children: ReactNode }) {
  return (
    <>
      <span className="checkbox-box">{isSelected ? <CheckSymbol /> : null}</span>
      {children}
    </>
  );
}

interface Choice<Id extends string> {
  readonly id: Id;
  readonly name: string;
  /** Small text below the name. */
  readonly detail: string;
}

interface TickGroupProps<Id extends string> {
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: readonly Id[];
  /** Called with the ticked ids in the order of the choices. */
  readonly onChange: (ticked: Id[]) => void;
  /** Whether the last ticked choice stays ticked. */
  readonly needsOne: boolean;
  /** Text beside the label. */
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly className: string;
}

/** Several checkboxes under one heading. */
export function TickGroup<Id extends string>(props: TickGroupProps<Id>) {
  const { label, choices, value, onChange, needsOne, hint, isDisabled = false, className } = props;
  return (
    <CheckboxGroup
      className={`ticks ${className}`}
      isDisabled={isDisabled}
      value={[...value]}
      onChange={(ticked) => {
        const chosen = choices.map(({ id }) => id).filter((id) => ticked.includes(id));
        if (chosen.length > 0 || !needsOne) {
          onChange(chosen);
        }
      }}
    >
      <div className="ticks-head">
        <Label className="ticks-title">{label}</Label>
        {hint === undefined ? null : (
          <Text slot="description" className="small quiet">
            {hint}
          </Text>
        )}
      </div>
      <div className="tick-cards">
        {choices.map(({ id, name, detail }) => (
          <Checkbox key={id} value={id} className="checkbox tick">
            {({ isSelected }) => (
              <TickFace isSelected={isSelected}>
                <span className="tick-words">
                  <span className="tick-name">{name}</span>
                  <span className="small quiet">{detail}</span>
                </span>
              </TickFace>
            )}
          </Checkbox>
        ))}
      </div>
    </CheckboxGroup>
  );
}
