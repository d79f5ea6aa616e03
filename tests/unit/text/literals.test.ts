import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { literalsForPeople } from "../../helpers/literals-for-people";

const root = path.resolve(__dirname, "../../..");

/** What other programs read, and names. */
const notForPeople = new Set([
  "DriveProof",
  "Letter",
  "npm run inspect --",
  "sandbox allow-scripts allow-same-origin",
  "DriveProof plug test",
]);

/**
 * The rooms whose texts have not all moved, with the number of those left, which may only fall. A
 * folder below one of them counts with it unless it is listed itself.
 */
const left: Readonly<Record<string, number>> = {
  "electron/analysis": 15,
  "electron/contract": 1,
  "electron/engine-host": 1,
  "electron/main/export": 8,
  "electron/main/files": 10,
  "electron/main/inspection": 13,
  "electron/main/power-cut": 24,
  "electron/main/volumes": 33,
  "electron/main/witness": 12,
  "electron/witness-host": 15,
  "electron/witness-page": 25,
  native: 1,
  "renderer/src": 832,
  "renderer/src/features/history": 0,
};

const sources = ["electron", "native", "renderer/src"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")))
    .filter((file) => /(?<!\.d)\.(ts|tsx|js)$/.test(file))
    .filter((file) => !/^electron\/text\/|^native\/(build|bench)\//.test(file)),
);

const found = new Map<string, string[]>(Object.keys(left).map((room) => [room, []]));
for (const file of sources) {
  const texts = literalsForPeople(file, readFileSync(path.join(root, file), "utf8"))
    .filter((text) => !notForPeople.has(text))
    .map((text) => `${file}: ${text}`);
  const room = roomOf(file);
  found.set(room, [...(found.get(room) ?? []), ...texts]);
}

/** The longest of the listed folders it lies in, or else its own folder. */
function roomOf(file: string): string {
  const listed = Object.keys(left).filter((room) => file.startsWith(`${room}/`));
  return listed.sort((a, b) => b.length - a.length)[0] ?? path.posix.dirname(file);
}

describe("texts for people stand in electron/text", () => {
  it.each([...found])("and %s has only those that are left to move", (room, texts) => {
    const allowed = left[room] ?? 0;
    if (texts.length > allowed) {
      throw new Error(`${texts.length} texts for people, not ${allowed}:\n${texts.join("\n")}`);
    }
    expect(texts.length, "fewer are left: lower the number in this test").toBe(allowed);
  });
});

it("a text for people is told from one for programs", () => {
  const source = `
    import { thing } from "./some folder";
    const view = <p className="small quiet" title="Two words">Plain {count} text<b>.</b></p>;
    const shown = ["Stopped", "a list of words", \`\${count} more\`, "--path DIR", "fsync"];
    if (view === "Stopped") throw new Error("the view is not known");
    console.error("the view is gone");`;
  expect(literalsForPeople("sample.tsx", source)).toEqual([
    "Two words",
    "Plain",
    "text",
    "Stopped",
    "a list of words",
    "{} more",
  ]);
});
