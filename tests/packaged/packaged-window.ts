import { type ChildProcess, spawn } from "node:child_process";
import type { Readable, Writable } from "node:stream";
import type { CallName } from "#contract/ipc-names";
import type { CallArguments, CallValue, Result } from "#contract/ipc-schema";
import { executable, startArguments } from "./packaged-app";

/** The packaged program with its window open. */
export interface PackagedWindow {
  /** Value of an expression in the window's page. */
  readonly evaluate: (expression: string) => Promise<unknown>;
  readonly close: () => Promise<void>;
  /** Its exit code, once it has ended by itself. */
  readonly ended: Promise<number | null>;
}

/** Asks main over the bridge, as the window's own page does. */
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
 * Starts the packaged program and speaks to its window. Playwright cannot: it comes in through
 * Node's debugger, which the program's fuses lock. Chromium's own door is two pipes with messages
 * that end in NUL: https://chromedevtools.github.io/devtools-protocol/
 */
export async function openPackagedWindow(data: string): Promise<PackagedWindow> {
  const program = spawn(executable, [...startArguments(data), "--remote-debugging-pipe"], {
    stdio: ["ignore", "ignore", "ignore", "pipe", "pipe"],
    // Others may inspect on this computer meanwhile.
    env: { ...process.env, XDG_RUNTIME_DIR: data },
  });
  const ended = new Promise<number | null>((resolve) => program.once("close", resolve));
  const call = openPipe(program);
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
      program.kill("SIGKILL");
      await ended;
    },
  };
}

type Call = (
  method: string,
  params?: object,
  sessionId?: string,
) => Promise<Record<string, unknown>>;

function openPipe(program: ChildProcess): Call {
  const [, , , input, output] = program.stdio;
  const waiting = new Map<number, (answer: Answer) => void>();
  let text = "";
  (output as Readable).setEncoding("utf8").on("data", (piece: string) => {
    const messages = (text + piece).split("\0");
    text = messages.pop() ?? "";
    for (const message of messages) {
      const answer = JSON.parse(message) as Answer;
      waiting.get(answer.id ?? 0)?.(answer);
    }
  });
  program.once("close", () => {
    for (const answer of waiting.values()) {
      answer({ error: { message: "the program ended" } });
    }
  });
  let last = 0;
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) =>
        error ? reject(new Error(`${method}: ${error.message}`)) : resolve(result ?? {}),
      );
      (input as Writable).write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
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
