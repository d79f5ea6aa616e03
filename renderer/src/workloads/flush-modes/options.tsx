import { flushModesScreen } from "#text/workloads/flush-modes";
import { TickGroup } from "../../ui/tick";
import type { OptionsProps } from "../home";

export function Options({ group, value, onChange }: OptionsProps) {
  return (
    <TickGroup
      {...group}
      needsOne={false}
      choices={[
        {
          id: "append",
          name: flushModesScreen.appendOption(),
          detail: flushModesScreen.appendDetail(),
        },
      ]}
      value={value.append ? ["append"] : []}
      onChange={(ticked) => onChange({ append: ticked.length > 0 })}
    />
  );
}
