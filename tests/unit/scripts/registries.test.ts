import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { choices, registry, rooms } from "../../../scripts/generate-registries.mjs";

const root = path.resolve(__dirname, "../../..");

it.each(rooms)("the registry of %s equals the output of generate-registries.mjs", (room) => {
  const committed = readFileSync(path.join(root, room, "registry.ts"), "utf8");
  expect(committed, "run node scripts/generate-registries.mjs").toBe(registry());
});

it("the registry of choices equals the output of generate-registries.mjs", () => {
  const file = path.join(root, choices.room, `${choices.part}-registry.ts`);
  const committed = readFileSync(file, "utf8");
  expect(committed, "run node scripts/generate-registries.mjs").toBe(registry(choices.part));
});
