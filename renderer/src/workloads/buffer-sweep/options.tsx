import { TickGroup } from "../../ui/tick";
import type { OptionsProps } from "../home";

const aroundMemory = [
  {
    id: "direct",
    name: "Also around memory (direct)",
    detail: "Without the system’s own memory between the program and the drive.",
  },
] as const;

export function Options({ group, value, onChange }: OptionsProps) {
  return (
    <TickGroup
      {...group}
      needsOne={false}
      choices={aroundMemory}
      value={value.direct ? ["direct"] : []}
      onChange={(ticked) => onChange({ direct: ticked.length > 0 })}
    />
  );
}
