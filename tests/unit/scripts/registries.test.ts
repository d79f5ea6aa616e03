import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { parts, registry, rooms } from "../../../scripts/generate-registries.mjs";

const root = path.resolve(__dirname, "../../..");

it.each(rooms)("the registry of %s equals the output of generate-registries.mjs", (room) => {
  const committed = readFileSync(path.join(root, room, "registry.ts"), "utf8");
  expect(committed, "run node scripts/generate-registries.mjs").toBe(registry());
});

it.each(parts)(
  "the registry of $room/*/$part equals the output of generate-registries.mjs",
  ({ room, part }) => {
    const committed = readFileSync(path.join(root, room, `${part}-registry.ts`), "utf8");
    expect(committed, "run node scripts/generate-registries.mjs").toBe(registry(part));
  },
);
