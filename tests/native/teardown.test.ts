import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { folderOfEach, makeTestDirectory } from "../helpers/folders";
import { runChild } from "../helpers/native-child";
import { commitOptions, endless, usableVariants } from "../helpers/native-commits";
import { until } from "../helpers/native-engine";
import { skipFor } from "../helpers/skipped";

/** Each script brings a session into one state; the process must then end with exit code 0. */
const steps: Record<string, string> = {
  "with the addon loaded only": "step();",
  "with a session open": "engine.openSession(); step();",
  "with many sessions open": "for (let i = 0; i < 20; i += 1) engine.openSession(); step();",
  "right after prepare() was called": "engine.openSession().prepare(options()); step();",
  "in the middle of filling a large file": `
    const session = engine.openSession();
    session.prepare(options({ fileBytes: 2 ** 32 })).catch(() => {});
    const waiting = setInterval(() => {
      if (session.snapshot().bytes > 0) { clearInterval(waiting); step(); }
    }, 1);`,
  "with a file prepared": "engine.openSession().prepare(options()).then(step);",
  "in the middle of a round": `
    const session = engine.openSession();
    session.prepare(options()).then(() => {
      session.measure({ mode: "none", durationNs: 3600e9, maxBytes: 1e15 });
      setTimeout(step, 30);
    });`,
  "in the middle of a round of flushes": `
    const session = engine.openSession();
    session.prepare(options()).then(() => {
      session.measure({ mode: engine.modes[1].mode, durationNs: 3600e9, maxBytes: 1e15 });
      setTimeout(step, 30);
    });`,
  "right after drain() was called": `
    const session = engine.openSession();
    session.prepare(options()).then(() => { session.drain(); step(); });`,
  "right after verify() was called": `
    const session = engine.openSession();
    session.prepare(options()).then(() => { session.verify(); step(); });`,
  "right after close() was called": `
    const session = engine.openSession();
    session.prepare(options()).then(() => { session.close(); step(); });`,
  "with close() called during a round": `
    const session = engine.openSession();
    session.prepare(options()).then(() => {
      session.measure({ mode: "none", durationNs: 3600e9, maxBytes: 1e15 });
      session.close();
      step();
    });`,
  "after close()": `
    const session = engine.openSession();
    session.prepare(options()).then(() => session.close()).then(step);`,
};

const commits = usableVariants.map((variant): [string, string] => {
  const options = commitOptions("", variant, { ...endless, durability: "durable" });
  return [
    `in the middle of durable commits with ${variant.variant}`,
    `const session = engine.openCommitSession();
     session.run({ ...${JSON.stringify(options)}, directory });
     const waiting = setInterval(() => {
       if (session.snapshot().operations > 3) { clearInterval(waiting); step(); }
     }, 1);`,
  ];
});

/** Counts the files that a script has open in its folder; 0 on a system without /proc. */
const openFiles = `const openFiles = () => {
  const fs = require("node:fs");
  return (fs.existsSync("/proc/self/fd") ? fs.readdirSync("/proc/self/fd") : []).filter((fd) => {
    try { return fs.readlinkSync("/proc/self/fd/" + fd).startsWith(process.env.DIRECTORY + "/"); }
    catch { return false; }
  }).length;
};`;

const directory = folderOfEach(makeTestDirectory);

describe.each([...Object.entries(steps), ...commits])("%s,", (_step, script) => {
  it("process.exit() ends cleanly and leaves no file", async ({ skip }) => {
    const isLeft = process.platform === "win32" && script.includes("openCommitSession");
    skipFor(skip, isLeft && "on Windows main removes the databases that a dead engine left");
    const end = await runChild(`const step = () => process.exit(0);\n${script}`, {
      directory: directory(),
    });
    expect(end).toEqual({ code: 0, signal: null, stdout: "", stderr: "" });
    // If the file has a name, the guardian needs a moment to remove it.
    await until("nothing is left", () => readdirSync(directory()).length === 0);
  });

  it("terminating the worker closes and removes every file, and the process continues", async () => {
    const worker = `
      const { Worker } = require("node:worker_threads");
      ${openFiles}
      const script = ${JSON.stringify(script)};
      const prelude = "const engine = require(process.env.ADDON);" +
        "const directory = process.env.DIRECTORY;" +
        "const options = (changes) => ({ directory, fileName: 'worker.tmp'," +
        " fileBytes: 1 << 22, blockBytes: 4096, seed: 1, ...changes });" +
        "const step = () => require('node:worker_threads').parentPort.postMessage('step');" +
        "setInterval(() => {}, 1000);";
      const thread = new Worker(prelude + script, { eval: true });
      thread.on("error", (error) => { throw error; });
      thread.on("message", async () => {
        await thread.terminate();
        say("open files: " + openFiles());
      });`;
    const end = await runChild(worker, { directory: directory() });
    expect(end).toEqual({ code: 0, signal: null, stdout: "open files: 0\n", stderr: "" });
    expect(readdirSync(directory())).toEqual([]);
  });
});

describe("the event loop", () => {
  it("lets the process end if a session is idle, but not while a session measures", async () => {
    const end = await runChild(
      `const session = engine.openSession();
       session.prepare(options())
         .then(() => session.measure({ mode: "none", durationNs: 50e6, maxBytes: 1e15 }))
         .then((counts) => say(counts.endedBy));`,
      { directory: directory() },
    );
    expect(end).toEqual({ code: 0, signal: null, stdout: "time\n", stderr: "" });
    expect(readdirSync(directory())).toEqual([]);
  });

  it("lets the process end with exit code 1 on an unhandled error during a round", async () => {
    const end = await runChild(
      `const session = engine.openSession();
       session.prepare(options()).then(() => {
         session.measure({ mode: "none", durationNs: 3600e9, maxBytes: 1e15 });
         setTimeout(() => { throw new Error("on purpose"); }, 20);
       });`,
      { directory: directory() },
    );
    expect(end).toMatchObject({ code: 1, signal: null });
    expect(end.stderr).toContain("on purpose");
  });
});

describe("garbage collection", () => {
  it.skipIf(process.platform !== "linux")(
    "of unclosed sessions frees their files and threads",
    async () => {
      const end = await runChild(
        `${openFiles}
         const threads = () => require("node:fs").readdirSync("/proc/self/task").length;
         async function abandon() {
           for (let i = 0; i < 5; i += 1) {
             await engine.openSession().prepare(options({ fileName: "abandoned" + i }));
           }
         }
         const before = threads();
         abandon().then(async () => {
           say(openFiles() > 0 && threads() === before + 5);
           for (let tries = 0; tries < 100 && threads() > before; tries += 1) {
             global.gc();
             await new Promise((resolve) => setTimeout(resolve, 10));
           }
           say(openFiles() + " files, " + (threads() - before) + " threads");
         });`,
        { directory: directory(), nodeArguments: ["--expose-gc"] },
      );
      expect(end).toEqual({
        code: 0,
        signal: null,
        stdout: "true\n0 files, 0 threads\n",
        stderr: "",
      });
    },
  );

  it("does not end a session with a pending task", async () => {
    const end = await runChild(
      `async function start() {
         const session = engine.openSession();
         await session.prepare(options());
         return session.measure({ mode: "none", durationNs: 300e6, maxBytes: 1e15 });
       }
       let done = false;
       start().then((counts) => { done = true; say(counts.endedBy); });
       const collecting = setInterval(() => {
         global.gc();
         if (done) clearInterval(collecting);
       }, 5);`,
      { directory: directory(), nodeArguments: ["--expose-gc"] },
    );
    expect(end).toEqual({ code: 0, signal: null, stdout: "time\n", stderr: "" });
  });
});
