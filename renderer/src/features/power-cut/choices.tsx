import { Label, Radio, RadioGroup } from "react-aria-components";

interface ChoicesProps<Id extends string> {
  /** The name that screen readers give to the group. */
  readonly label: string;
  readonly choices: readonly Choice<Id>[];
  readonly value: Id | null;
  readonly onChange: (id: Id) => void;
}

interface Choice<Id extends string> {
  readonly id: Id;
  readonly title: string;
  readonly detail: string;
  readonly isDisabled?: boolean;
}

export function Choices<Id extends string>({ label, choices, value, onChange }: ChoicesProps<Id>) {
  return (
    <RadioGroup className="rows wide" value={value} onChange={(chosen) => onChange(chosen as Id)}>
      <Label className="hidden-visually">{label}</Label>
      {choices.map(({ id, title, detail, isDisabled = false }) => (
        <Radio key={id} value={id} className="choice-card power-cut-choice" isDisabled={isDisabled}>
          <span className="choice-dot" />
          <span>
            <span className="power-cut-choice-title">{title}</span>
            <span className="small">{detail}</span>
          </span>
        </Radio>
      ))}
    </RadioGroup>
  );
}
