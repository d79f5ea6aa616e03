import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { npm } from "../../../scripts/setup/packages.mjs";
import { foldersOfEach } from "../../helpers/folders";

// npm is slow on a busy machine.
vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

interface Locked {
  readonly version: string;
  readonly integrity?: string;
  readonly resolved?: string;
}

const root = path.resolve(__dirname, "../../..");
const { packages } = JSON.parse(readFileSync(path.join(root, "package-lock.json"), "utf8")) as {
  packages: Record<string, Locked>;
};
const newFolder = foldersOfEach();

describe("package-lock.json", () => {
  const locked = Object.entries(packages).filter(([place]) => place !== "");

  it("pins every package by SHA-512", () => {
    expect(locked.length).toBeGreaterThan(100);
    const open = locked.filter(([, { integrity = "" }]) => !/^sha512-.{86}==$/.test(integrity));
    expect(open.map(([place]) => place)).toEqual([]);
  });

  it("names no registry, so that each computer uses the registry in its npm configuration", () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
  });
});

describe("a registry that serves a package other than the locked one", () => {
  const name = "zod";
  const zod = packages[`node_modules/${name}`] as Locked;
  let registry: Server;
  let url: string;

  beforeAll(async () => {
    const changed = newFolder();
    const manifest = { name, version: zod.version, main: "index.js" };
    writeFileSync(path.join(changed, "package.json"), JSON.stringify(manifest));
    writeFileSync(path.join(changed, "index.js"), "exports.changed = true;\n");
    await run(["pack", "--silent"], changed);
    const [tarball = ""] = readdirSync(changed).filter((file) => file.endsWith(".tgz"));
    const bytes = readFileSync(path.join(changed, tarball));
    registry = createServer((request, response) => {
      if (request.url?.endsWith(".tgz")) {
        response.end(bytes);
        return;
      }
      const version = { ...manifest, dist: { tarball: `${url}/${name}.tgz` } };
      response.setHeader("content-type", "application/json");
      response.end(
        JSON.stringify({
          name,
          "dist-tags": { latest: zod.version },
          versions: { [zod.version]: version },
        }),
      );
    });
    await new Promise<void>((resolve) => registry.listen(0, "127.0.0.1", resolve));
    url = `http://127.0.0.1:${(registry.address() as AddressInfo).port}`;
  });

  afterAll(() => new Promise((resolve) => registry.close(resolve)));

  it("makes npm ci fail without installing the package", async () => {
    const project = projectWith(zod);
    const { exitCode, output } = await install(project);
    expect(output).toContain("EINTEGRITY");
    expect(exitCode).not.toBe(0);
    expect(existsSync(path.join(project, "node_modules", name))).toBe(false);
  });

  function projectWith(entry: Locked): string {
    const project = newFolder();
    mkdirSync(project, { recursive: true });
    const wishes = { name: "project", version: "1.0.0", dependencies: { [name]: zod.version } };
    const lock = { "": wishes, [`node_modules/${name}`]: entry };
    writeFileSync(path.join(project, "package.json"), JSON.stringify(wishes));
    writeFileSync(
      path.join(project, "package-lock.json"),
      JSON.stringify({ name: "project", version: "1.0.0", lockfileVersion: 3, packages: lock }),
    );
    return project;
  }

  function install(project: string) {
    const cache = path.join(newFolder(), "cache");
    const quick = ["--fetch-retries", "0", "--no-audit", "--no-fund"];
    return run(["ci", "--registry", url, "--cache", cache, ...quick], project);
  }
});

/** Without the settings of this person and of the npm that runs the tests. */
function plainEnvironment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([key]) => !/^npm_|_proxy$/i.test(key));
  return { ...Object.fromEntries(kept), HOME: newFolder(), USERPROFILE: newFolder() };
}

/** The loopback registry answers from this process, so that npm must not block it. */
function run(args: string[], cwd: string): Promise<{ exitCode: number | null; output: string }> {
  return new Promise((resolve, reject) => {
    const { command, args: script } = npm();
    const child = spawn(command, [...script, ...args], {
      cwd,
      stdio: ["ignore", "pipe", "pipe"],
      env: plainEnvironment(),
    });
    let output = "";
    child.stdout.on("data", (chunk) => {
      output += chunk;
    });
    child.stderr.on("data", (chunk) => {
      output += chunk;
    });
    child.once("error", reject);
    child.once("close", (exitCode) => resolve({ exitCode, output }));
  });
}
