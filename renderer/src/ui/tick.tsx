import type { ReactNode } from "react";
import { Checkbox, CheckboxGroup, type CheckboxProps, Label, Text } from "react-aria-components";
import { CheckSymbol } from "./symbols";

interface TickProps extends Omit<CheckboxProps, "children" | "className"> {
  readonly children: ReactNode;
  readonly className?: string;
}

/** A checkbox, with the content beside its box. */
export function Tick({ children, className = "", ...rest }: TickProps) {
  return (
    <Checkbox {...rest} className={`checkbox ${className}`}>
      {({ isSelected }) => (
        <>
          <span className="checkbox-box">{isSelected ? <CheckSymbol /> : null}</span>
          <span className="tick-words">{children}</span>
        </>
      )}
    </Checkbox>
  );
}

export interface TickChoice<Id extends string = string> {
  readonly id: Id;
  readonly name: string;
  readonly detail: string;
}

interface TickGroupProps<Id extends string> {
  readonly label: string;
  readonly choices: readonly TickChoice<Id>[];
  readonly value: readonly Id[];
  /** Called with the ticked ids in the order of the choices. */
  readonly onChange: (ticked: Id[]) => void;
  /** Whether the last ticked choice stays ticked. */
  readonly needsOne: boolean;
  readonly hint?: string;
  readonly isDisabled?: boolean;
  readonly className: string;
}

export function TickGroup<Id extends string>(props: TickGroupProps<Id>) {
  const { label, choices, value, onChange, needsOne, hint, isDisabled = false, className } = props;
  return (
    <CheckboxGroup
      className={`ticks rows loose ${className}`}
      isDisabled={isDisabled}
      value={[...value]}
      onChange={(ticked) => {
        const chosen = choices.map(({ id }) => id).filter((id) => ticked.includes(id));
        if (chosen.length > 0 || !needsOne) {
          onChange(chosen);
        }
      }}
    >
      <div className="ticks-head base-line">
        <Label className="ticks-title">{label}</Label>
        {hint === undefined ? null : (
          <Text slot="description" className="small quiet">
            {hint}
          </Text>
        )}
      </div>
      <div className="tick-cards">
        {choices.map(({ id, name, detail }) => (
          <Tick key={id} value={id} className="tick">
            <span className="tick-name strong">{name}</span>
            <span className="small quiet">{detail}</span>
          </Tick>
        ))}
      </div>
    </CheckboxGroup>
  );
}
