import { Switch } from "react-aria-components";

interface PublishedSwitchProps {
  readonly isOn: boolean;
  readonly onChange: (isOn: boolean) => void;
}

/** Shows or hides other people's figures in all charts of the page. */
export function PublishedSwitch({ isOn, onChange }: PublishedSwitchProps) {
  return (
    <Switch className="switch small" isSelected={isOn} onChange={onChange}>
      <span className="switch-track">
        <span className="switch-knob" />
      </span>
      Show published figures
    </Switch>
  );
}
