import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Readable, Writable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { CallName } from "#contract/ipc-names";
import type { CallArguments, CallValue, Result } from "#contract/ipc-schema";
import { executable, isOneFile, startArguments } from "./packaged-app";

/** The packaged program with its window open. */
export interface PackagedWindow {
  /** Value of an expression in the window's page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
  /** Resolves with the program's exit code when the program has ended. */
  readonly ended: Promise<number | null>;
}

/** Calls the main process over the bridge, as the window's own page does. */
export async function ask<N extends CallName>(
  window: PackagedWindow,
  call: N,
  ...parameters: CallArguments<N>
): Promise<CallValue<N>> {
  const list = parameters.map((parameter) => JSON.stringify(parameter)).join(",");
  const answer = (await window.evaluate(`driveproof.${call}(${list})`)) as Result<CallValue<N>>;
  if (!answer.ok) {
    throw new Error(answer.error.message);
  }
  return answer.value;
}

interface Answer {
  readonly id?: number;
  readonly result?: Record<string, unknown>;
  readonly error?: { message: string };
}

/**
 * Starts the packaged program and controls its window. Playwright cannot do so, because it uses
 * Node's debugger, which the program's fuses turn off. Chromium's own interface is two pipes with
 * messages that end in NUL: https://chromedevtools.github.io/devtools-protocol/. The portable
 * program does not pass pipes on to what it unpacks, so it opens a port instead.
 */
export async function openPackagedWindow(data: string): Promise<PackagedWindow> {
  const door = isOneFile
    ? ["--remote-debugging-port=0", "--remote-allow-origins=*"]
    : ["--remote-debugging-pipe"];
  const program = spawn(executable, [...startArguments(data), ...door], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    // Gives the program its own run lock, because other inspections may run on this computer.
    env: { ...process.env, XDG_RUNTIME_DIR: data },
  });
  const ended = new Promise<number | null>((resolve) => program.once("close", resolve));
  const call = isOneFile ? await openPort(data) : openPipe(program);
  const targetId = await firstPage(call);
  const { sessionId } = await call("Target.attachToTarget", { targetId, flatten: true });
  return {
    ended,
    async evaluate(expression) {
      const options = { expression, awaitPromise: true, returnByValue: true };
      const answer = await call("Runtime.evaluate", options, String(sessionId));
      return (answer.result as { value?: unknown }).value;
    },
    async close() {
      if (isOneFile) {
        // Closes the window: a kill would leave the program that was unpacked and started, and its
        // files.
        await call("Runtime.evaluate", { expression: closing }, String(sessionId));
      } else {
        program.kill("SIGKILL");
      }
      await ended;
    },
  };
}

type Call = (
  method: string,
  params?: object,
  sessionId?: string,
) => Promise<Record<string, unknown>>;

/** Closes the window after the answer to this message has been sent. */
const closing = "setTimeout(() => window.close(), 100)";

function openPipe(program: ChildProcess): Call {
  const [, , , input, output] = program.stdio;
  const { call, take, end } = conversation((message) => (input as Writable).write(`${message}\0`));
  let text = "";
  (output as Readable).setEncoding("utf8").on("data", (piece: string) => {
    const messages = (text + piece).split("\0");
    text = messages.pop() ?? "";
    messages.forEach(take);
  });
  program.once("close", end);
  return call;
}

/** Connects to the port and the path that Chromium writes into this file. */
async function openPort(data: string): Promise<Call> {
  const file = path.join(data, "DevToolsActivePort");
  // Waits up to a minute, because the program unpacks itself first.
  for (let tries = 0; tries < 600 && !existsSync(file); tries += 1) {
    await wait(100);
  }
  const [port, address] = readFileSync(file, "utf8").split("\n");
  const socket = new WebSocket(`ws://127.0.0.1:${port}${address}`);
  const { call, take, end } = conversation((message) => socket.send(message));
  socket.addEventListener("message", ({ data: message }) => take(String(message)));
  socket.addEventListener("close", end);
  await new Promise((resolve, reject) => {
    socket.addEventListener("open", resolve);
    socket.addEventListener("error", reject);
  });
  return call;
}

function conversation(send: (message: string) => void) {
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  const call: Call = (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result ?? {}),
      );
      send(JSON.stringify({ id, method, params, sessionId }));
    });
  return {
    call,
    take(message: string) {
      const answer = JSON.parse(message) as Answer;
      waiting.get(answer.id ?? 0)?.(answer);
    },
    end() {
      for (const answer of waiting.values()) {
        answer({ error: { message: "the program ended" } });
      }
    },
  };
}

async function firstPage(call: Call): Promise<string> {
  for (let tries = 0; tries < 300; tries += 1) {
    const { targetInfos } = await call("Target.getTargets");
    const targets = targetInfos as { targetId: string; type: string; url: string }[];
    const page = targets.find(({ type, url }) => type === "page" && url.startsWith("driveproof:"));
    if (page) {
      return page.targetId;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error("the window did not open");
}
