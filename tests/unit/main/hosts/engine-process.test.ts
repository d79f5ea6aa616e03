import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { nodeEngine } from "../../../../electron/main/hosts/engine-process";

/**
 * Blocks six threads of Node.js's pool by opening a pipe that has no writer; stat() then needs a
 * seventh.
 */
const script = `
const fs = require("node:fs");
process.once("message", () => {
  for (let place = 0; place < 6; place += 1) {
    fs.promises.open(process.argv[1].replace("host.cjs", "pipe"), "r").catch(() => undefined);
  }
  fs.promises.stat("/").then(() => process.send("answered"));
});
`;

describe.skipIf(process.platform === "win32")("an engine host that Node.js runs", () => {
  it.each([
    ["answers while six calls hang if it has eight threads", { UV_THREADPOOL_SIZE: "8" }, true],
    ["does not answer while six calls hang with Node's default of four threads", undefined, false],
  ])(
    "%s",
    async (_what, environment, answers) => {
      const folder = mkdtempSync(path.join(os.tmpdir(), "driveproof-threads-"));
      const file = path.join(folder, "host.cjs");
      writeFileSync(file, script);
      execFileSync("mkfifo", [path.join(folder, "pipe")]);
      const host = nodeEngine<{ type: string }>(file)(environment);
      try {
        const answered = new Promise((resolve) => host.onMessage(() => resolve(true)));
        host.send({ type: "begin" });
        const late = new Promise((resolve) => setTimeout(resolve, answers ? 20_000 : 700, false));
        expect(await Promise.race([answered, late])).toBe(answers);
      } finally {
        host.kill();
        rmSync(folder, { recursive: true, force: true });
      }
    },
    30_000,
  );
});
