import { bufferSweepScreen } from "#text/workloads/buffer-sweep";
import { TickGroup } from "../../ui/tick";
import type { OptionsProps } from "../home";

export function Options({ group, value, onChange }: OptionsProps) {
  return (
    <TickGroup
      {...group}
      needsOne={false}
      choices={[
        {
          id: "direct",
          name: bufferSweepScreen.directOption(),
          detail: bufferSweepScreen.directDetail(),
        },
      ]}
      value={value.direct ? ["direct"] : []}
      onChange={(ticked) => onChange({ direct: ticked.length > 0 })}
    />
  );
}
