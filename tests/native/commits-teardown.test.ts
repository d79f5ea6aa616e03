import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { runChild } from "../helpers/native-child";
import { commitOptions, endless, usableVariants } from "../helpers/native-commits";
import { until } from "../helpers/native-engine";
import { skipFor } from "../helpers/skipped";

const directory = folderOfEach(makeTestDirectory);

/**
 * Where Node does not wait for the addon the folder is left to the guardian. Windows has none, and
 * no database lets its files go with its process there: removeLeftovers() does it afterwards.
 */
const noGuardian =
  process.platform === "win32" ? "on Windows main removes what a dead engine left" : null;
const untilGone = () => until("the folder is gone", () => readdirSync(directory()).length === 0);

/** Begins with endless commits and calls step() in the middle of them. */
const midway = (variant: (typeof usableVariants)[number]) => `
  const session = engine.openCommitSession();
  session.run(${JSON.stringify(commitOptions(directory(), variant, { ...endless, durability: "durable" }))});
  const waiting = setInterval(() => {
    if (session.snapshot().operations > 3) { clearInterval(waiting); step(); }
  }, 1);`;

describe.each(usableVariants.map((variant) => [variant.variant, variant] as const))(
  "in the middle of durable commits with %s",
  (_name, variant) => {
    it("process.exit() ends cleanly and leaves no folder", async (context) => {
      skipFor(context.skip, noGuardian);
      const end = await runChild(`const step = () => process.exit(0);${midway(variant)}`, {
        directory: directory(),
      });
      expect(end).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
      await untilGone();
    });

    it("terminating the worker leaves no open file, and the process continues", async () => {
      const script = `const engine = require(process.env.ADDON);
        const step = () => require("node:worker_threads").parentPort.postMessage("step");
        ${midway(variant)}`;
      const end = await runChild(
        `const { Worker } = require("node:worker_threads");
         const turn = (left) => {
           const thread = new Worker(${JSON.stringify(script)}, { eval: true });
           thread.on("error", (error) => { throw error; });
           thread.on("message", async () => {
             await thread.terminate();
             if (left > 1) return turn(left - 1);
             const files = require("node:fs").existsSync("/proc/self/fd")
               ? require("node:fs").readdirSync("/proc/self/fd").filter((fd) => {
                   try { return require("node:fs").readlinkSync("/proc/self/fd/" + fd).startsWith(directory); }
                   catch { return false; }
                 })
               : [];
             say("open files: " + files.length);
           });
         };
         turn(3);`,
        { directory: directory() },
      );
      expect(end).toEqual({ code: 0, signal: null, stdout: "open files: 0\n", stderr: "" });
      expect(readdirSync(directory())).toEqual([]);
    });

    it("an unhandled error ends the process and leaves no folder", async (context) => {
      skipFor(context.skip, noGuardian);
      const script = `const step = () => { throw new Error("unhandled"); };${midway(variant)}`;
      const end = await runChild(script, { directory: directory() });
      expect(end).toMatchObject({ code: 1, signal: null });
      await untilGone();
    });
  },
);
