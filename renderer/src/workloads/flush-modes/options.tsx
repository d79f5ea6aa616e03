import { TickGroup } from "../../ui/tick";
import type { OptionsProps } from "../home";

const growingFile = [
  {
    id: "append",
    name: "Also a file that grows",
    detail: "As when a new file is written: the drive has to store its length too.",
  },
] as const;

export function Options({ group, value, onChange }: OptionsProps) {
  return (
    <TickGroup
      {...group}
      needsOne={false}
      choices={growingFile}
      value={value.append ? ["append"] : []}
      onChange={(ticked) => onChange({ append: ticked.length > 0 })}
    />
  );
}
