import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { writeRegistries } from "../../../scripts/generate-registries.mjs";
import { foldersOfEach } from "../../helpers/folders";

const newFolder = foldersOfEach();
const rooms = [
  ...["electron/contract", "electron/analysis", "electron/engine-host", "electron/text"],
  ...["electron/tables", "renderer/src", "tests/helpers"],
];
let root: string;
const file = (name: string) => path.join(root, name);
const read = (name: string) => readFileSync(file(name), "utf8");

beforeEach(() => {
  root = newFolder();
  for (const room of rooms) mkdirSync(file(`${room}/workloads`), { recursive: true });
  for (const name of ["long-write", "flush", "index"]) {
    writeFileSync(file(`electron/contract/workloads/${name}.ts`), "");
  }
});

describe("writeRegistries()", () => {
  it("exports every workload of the contract in the registry of each room, but no file of an editor", () => {
    for (const name of [".flush.ts.swp", "flush.ts~", ".DS_Store"]) {
      writeFileSync(file(`electron/contract/workloads/${name}`), "");
    }
    writeRegistries(root);
    const exports =
      'export * as flush from "./flush";\nexport * as "long-write" from "./long-write";\n';
    for (const room of rooms) {
      const [comment, ...lines] = read(`${room}/workloads/registry.ts`).split(/(?<=\n)/);
      expect(comment).toMatch(/^\/\*\* Every workload/);
      expect(lines.join("")).toBe(exports);
      expect(readdirSync(file(`${room}/workloads`)).filter((name) => /\d$/.test(name))).toEqual([]);
    }
  });

  it("exports the plan, the estimate and the choice of every workload in registries of their own", () => {
    writeRegistries(root);
    for (const [folder, part] of [
      ["electron/analysis", "plan"],
      ["electron/analysis", "estimate"],
      ["renderer/src", "choice"],
    ]) {
      expect(read(`${folder}/workloads/${part}-registry.ts`)).toMatch(`from "./flush/${part}";`);
    }
  });

  it("drops a workload whose file was removed from the contract", () => {
    writeRegistries(root);
    rmSync(file("electron/contract/workloads/flush.ts"));
    writeRegistries(root);
    expect(read("electron/text/workloads/registry.ts")).not.toMatch("flush");
  });

  it("does not write a registry whose content stays the same", () => {
    writeRegistries(root);
    const registry = file("electron/text/workloads/registry.ts");
    utimesSync(registry, 1, 1);
    writeRegistries(root);
    expect(statSync(registry).mtimeMs).toBe(1000);
  });
});
