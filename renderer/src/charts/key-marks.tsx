import type { KeyEntry } from "./chart-key";
import { GuaranteeBox } from "./guarantee-mark";
import { HatchedBox } from "./hatched-box";

const box = { x: 0, y: 1, width: 20, height: 11 };

/** Key entries that several charts of time share. */
export const measuredKey: KeyEntry = {
  name: "measured",
  mark: <GuaranteeBox guarantee="power-loss" {...box} />,
};

export const hatchedKey: KeyEntry = {
  name: "extrapolated from a part",
  mark: <HatchedBox {...box} />,
};

export function publishedKey(name: string): KeyEntry {
  return { name, mark: <path className="published-mark" d="M10 0v13" /> };
}
