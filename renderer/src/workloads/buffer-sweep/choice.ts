import { bufferSweepScreen } from "#text/workloads/buffer-sweep";
import type { Options } from "../home";

export { name, purpose } from "#text/workloads/buffer-sweep";

export const options: Options = {
  choices: () => [
    {
      id: "direct",
      name: bufferSweepScreen.directOption(),
      detail: bufferSweepScreen.directDetail(),
    },
  ],
  ticked: ({ direct }) => (direct ? ["direct"] : []),
  changes: (ticked) => ({ direct: ticked.length > 0 }),
};
