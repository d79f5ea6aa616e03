import { flushModesScreen } from "#text/workloads/flush-modes";
import type { Options } from "../home";

export { name, purpose } from "#text/workloads/flush-modes";

export const options: Options = {
  choices: () => [
    {
      id: "append",
      name: flushModesScreen.appendOption(),
      detail: flushModesScreen.appendDetail(),
    },
  ],
  ticked: ({ append }) => (append ? ["append"] : []),
  changes: (ticked) => ({ append: ticked.length > 0 }),
};
