import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { literalsForPeople } from "../../helpers/literals-for-people";

const root = path.resolve(__dirname, "../../..");

/** What other programs read, and names, by the file they stand in; `*` for any. */
const notForPeople: Readonly<Record<string, readonly string[]>> = {
  "*": ["DriveProof", "Letter", "npm run inspect --", "DriveProof plug test"],
  "electron/analysis/facts/thing.ts": ["Parallels"],
  "electron/main/export/pdf-data.ts": ["/Lang {}", "Producer", "/Title {}", "/Creator {}"],
  "electron/main/files/state-folder.ts": ["Roaming", "Library", "Application Support"],
  "electron/main/inspection/host-facts.ts": [
    ...["Linux", "macOS {}", "Parallels", "Apple Virtualization", "Xen", "Bochs"],
    ...["Amazon EC2", "Google Compute Engine"],
  ],
  "electron/main/inspection/computer-facts.ts": ["Apple"],
  "electron/main/power-cut/kernel-power-41.ts": [
    "*[System[Provider[{}] and ({}) and {}]]",
    "System",
  ],
  "electron/main/power-cut/previous-shutdown-cause.ts": ['eventMessage CONTAINS[c] "{} cause: "'],
  "electron/main/volumes/macos-facts.ts": [
    ...["Secure Digital", "Disk Image", "Virtual Interface", "Apple Fabric"],
  ],
  "electron/main/volumes/macos-mounts.ts": ["mounted by "],
  "electron/main/volumes/system-access.ts": ["Mobile Documents"],
  "electron/main/volumes/udisks.ts": ["Drive"],
  // Kinds of buses.
  "electron/main/volumes/windows-facts.ts": ["Virtual", "File Backed Virtual", "Spaces"],
  "electron/main/window/built-pages.ts": ["sandbox allow-scripts allow-same-origin"],
  "electron/witness-host/page-document.ts": [...["script-src {}", "style-src {}", "img-src data:"]],
  "electron/witness-page/view.js": ["status tone-{}", "driveproof {}"],
  "native/loader.ts": ["Release"],
  "renderer/src/features/drive/volume-list.tsx": [
    "choice-card volume",
    "choice-card volume untestable",
    "choice-card volume untestable closed",
  ],
};

/**
 * The rooms whose texts have not all moved, with the number of those left, which may only fall. A
 * folder below one of them counts with it unless it is listed itself.
 */
const left: Readonly<Record<string, number>> = {
  "renderer/src": 0,
  "renderer/src/features/history": 0,
  "renderer/src/workloads": 0,
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
    .filter((text) => !["*", file].some((place) => notForPeople[place]?.includes(text)))
    .map((text) => `${file}: ${text}`);
  const room = roomOf(file);
  found.set(room, [...(found.get(room) ?? []), ...texts]);
}

/** The longest of the listed folders it lies in, or else its own folder. */
function roomOf(file: string): string {
  const listed = Object.keys(left).filter((room) => file.startsWith(`${room}/`));
  return listed.sort((a, b) => b.length - a.length)[0] ?? path.posix.dirname(file);
}

it.each([...found])(
  "outside electron/text, %s contains only as many texts for people as this test allows",
  (room, texts) => {
    const allowed = left[room] ?? 0;
    if (texts.length > allowed) {
      throw new Error(`${texts.length} texts for people, not ${allowed}:\n${texts.join("\n")}`);
    }
    expect(texts.length, "fewer are left: lower the number in this test").toBe(allowed);
  },
);

it("literalsForPeople() distinguishes texts for people from those for programs", () => {
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
