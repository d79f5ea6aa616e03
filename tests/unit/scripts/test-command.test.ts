import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeEach, expect, it, vi } from "vitest";
import { foldersOfEach } from "../../helpers/folders";

const { project, done } = vi.hoisted(() => ({ project: { root: "" }, done: [] as string[] }));

interface Options {
  readonly env: NodeJS.ProcessEnv;
}

// Sets up, builds and starts nothing; `done` lists what would have been done.
vi.mock("../../../scripts/setup/paths.mjs", async (original) =>
  Object.defineProperty({ ...(await original<object>()) }, "projectRoot", {
    get: () => project.root,
  }),
);
vi.mock("../../../scripts/setup/steps.mjs", () => ({ setUp: async () => [] }));
vi.mock("../../../scripts/setup/packages.mjs", () => ({ packagesInstalled: () => true }));
vi.mock("../../../scripts/setup/system-libraries.mjs", () => ({
  hasDisplay: () => true,
  missingFrom: () => [],
  provide: async () => [],
}));
vi.mock("../../../scripts/setup/electron-runtime.mjs", () => ({ findElectron: () => "electron" }));
vi.mock("../../../scripts/setup/run-program.mjs", async (original) => ({
  ...(await original<object>()),
  findProgram: (name: string) => (name === "chromium" ? "/usr/bin/chromium" : null),
}));
vi.mock("../../../scripts/setup/shipped-node.mjs", () => ({
  get shippedNode() {
    return `${project.root}/node`;
  },
  shippedNodeSeries: 24,
}));
vi.mock("../../../scripts/setup/app-build.mjs", () => ({
  buildApp: async ({ release = false } = {}) => {
    done.push(release ? "build of a release" : "build for development");
  },
}));
vi.mock("../../../scripts/commands/electron-environment.mjs", () => ({
  electronEnvironment: () => ({ PATH: "" }),
}));
vi.mock("../../../scripts/commands/own-mounts.mjs", () => ({
  inOwnMounts: (command: string[]) => command,
}));
vi.mock("../../../scripts/commands/foreground.mjs", () => ({
  runInForeground: async (program: string, args: string[], { env }: Options) => {
    const projects = args.filter((_, at) => args[at - 1] === "--project");
    done.push([program, ...projects, env.DRIVEPROOF_CHROMIUM ?? ""].join(" ").trim());
    return 0;
  },
}));

// loads the modules again, because tests of other files have loaded them without the mocks
vi.resetModules();
const { main } = await import("../../../scripts/commands/test-command.mjs");
afterAll(() => {
  vi.resetModules();
});

const newFolder = foldersOfEach();
beforeEach(() => {
  done.length = 0;
  project.root = newFolder();
  mkdirSync(path.join(project.root, "out", "main"), { recursive: true });
  for (const file of ["node", "out/main/index.cjs"]) {
    writeFileSync(path.join(project.root, file), "");
  }
  vi.spyOn(process.stdout, "write").mockReturnValue(true);
});

it("the checks on Electron's Node.js and in a current Chromium use a release build, and then restore a development build", async () => {
  await main(["shipped-node", "chromium"]);
  vi.restoreAllMocks();
  expect(done).toEqual([
    "build of a release",
    `${project.root}/node unit native native-alone`,
    "build for development",
    "build of a release",
    `${process.execPath} screens /usr/bin/chromium`,
    "build for development",
  ]);
});

it(".ci/run and the workflow systems.yml run the checks on Electron's Node.js and in a current Chromium", () => {
  for (const file of [".ci/run", ".github/workflows/systems.yml"]) {
    const text = readFileSync(path.resolve(__dirname, "../../..", file), "utf8");
    expect(text).toMatch(/^[^#]*\bnpm test -- shipped-node chromium\b/m);
  }
});
