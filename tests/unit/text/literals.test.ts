import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { literalsForPeople } from "../../helpers/literals-for-people";

const root = path.resolve(__dirname, "../../..");

/** Texts that only programs read, and names, by the file that contains them; `*` for any file. */
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
  // Names of kinds of buses.
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

const sources = ["electron", "native", "renderer/src"].flatMap((folder) =>
  readdirSync(path.join(root, folder), { recursive: true, encoding: "utf8" })
    .map((file) => path.posix.join(folder, file.split(path.sep).join("/")))
    .filter((file) => /(?<!\.d)\.(ts|tsx|js)$/.test(file))
    .filter((file) => !/^electron\/text\/|^native\/(build|bench)\//.test(file)),
);

const found = new Map<string, string[]>();
for (const file of sources) {
  const texts = literalsForPeople(file, readFileSync(path.join(root, file), "utf8"))
    .filter((text) => !["*", file].some((place) => notForPeople[place]?.includes(text)))
    .map((text) => `${file}: ${text}`);
  const folder = path.posix.dirname(file);
  found.set(folder, [...(found.get(folder) ?? []), ...texts]);
}

it.each([...found])("no file directly in %s contains a text for people", (_folder, texts) => {
  expect(texts).toEqual([]);
});

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
