import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { removeLeftovers } from "../../../scripts/setup/steps.mjs";
import { foldersOfEach } from "../../helpers/folders";

const temporaryFolder = foldersOfEach();

it("removeLeftovers() removes the files of dead commands and keeps the files of running commands", () => {
  const root = temporaryFolder();
  const dead = spawnSync(process.execPath, ["--version"]).pid;
  const ours = `tmp-prebuild-linux-x64-${process.pid}`;
  for (const name of [`tmp-zig-${dead}`, "tmp-of-old", ours, "logs"]) {
    mkdirSync(path.join(root, ".runtime", name), { recursive: true });
  }
  removeLeftovers(root);
  expect(readdirSync(path.join(root, ".runtime")).sort()).toEqual(["logs", ours]);
});
