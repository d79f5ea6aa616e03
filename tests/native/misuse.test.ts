import { readdirSync } from "node:fs";
import { describe, expect, it } from "vitest";
import type { ConcurrentOptions, MeasureOptions, NativeSession } from "#native/index";
import { blockBytes, engine, prepareOptions, withSession } from "../helpers/native-engine";
import { fileBytes, pass, withFile } from "../helpers/native-sequential";

type Method = Exclude<keyof NativeSession, "stop" | "close">;

const round: MeasureOptions = { mode: "none", durationNs: 3600e9, maxBytes: 3 * blockBytes };
const concurrentOptions: ConcurrentOptions = {
  pattern: "random",
  blockBytes,
  requests: 2,
  readPercent: 100,
  warmupNs: 0,
  durationNs: 1e6,
  maxWrittenBytes: 3 * blockBytes,
};
const endless: MeasureOptions = { ...round, maxBytes: 1e15 };

function call(session: NativeSession, method: Method, directory: string): unknown {
  switch (method) {
    case "prepare":
      return session.prepare(prepareOptions(directory));
    case "measure":
      return session.measure(round);
    case "sequential":
      return session.sequential(pass({ totalBytes: 65_536 }));
    case "concurrent":
      return session.concurrent(concurrentOptions);
    case "refill":
      return session.refill({ pieceBytes: blockBytes });
    default:
      return session[method]();
  }
}

/** Calls the method; returns "ok", or the code of the error. */
async function outcome(session: NativeSession, method: Method, directory: string): Promise<string> {
  try {
    await call(session, method, directory);
    return "ok";
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : String(error);
  }
}

/** The table row of a state in which every method answers with the same code. */
const all = (code: string): Record<Method, string> => ({
  prepare: code,
  measure: code,
  sequential: code,
  concurrent: code,
  refill: code,
  empty: code,
  drain: code,
  verify: code,
  snapshot: code,
});
const notPrepared = { ...all("ERR_SESSION_NOT_PREPARED"), prepare: "ok", snapshot: "ok" };

/** The expected outcome of every method in every state of a session. */
const matrix: Record<string, Record<Method, string>> = {
  unprepared: notPrepared,
  prepared: { ...all("ok"), prepare: "ERR_SESSION_PREPARED" },
  busy: { ...all("ERR_SESSION_BUSY"), snapshot: "ok" },
  closed: all("ERR_SESSION_CLOSED"),
  "after a failed prepare": notPrepared,
};

async function bringTo(state: string, session: NativeSession, directory: string): Promise<void> {
  if (state === "after a failed prepare") {
    const prepared = session.prepare(prepareOptions(`${directory}/missing`));
    await expect(prepared).rejects.toThrow();
    return;
  }
  if (state !== "unprepared") {
    await session.prepare(prepareOptions(directory));
  }
  if (state === "busy") {
    void session.measure(endless);
  }
  if (state === "closed") {
    await session.close();
  }
}

describe.each(Object.entries(matrix))('a session in the state "%s"', (state, expected) => {
  it.each(Object.entries(expected))("answers %s() with %s", async (method, code) => {
    await withSession(async (session, directory) => {
      await bringTo(state, session, directory);
      expect(await outcome(session, method as Method, directory)).toBe(code);
    });
  });

  it("accepts repeated stop() and close() and leaves no file behind", async () => {
    await withSession(async (session, directory) => {
      await bringTo(state, session, directory);
      expect(session.stop()).toBeUndefined();
      expect(session.stop()).toBeUndefined();
      const closings = [session.close(), session.close()];
      expect(await Promise.all(closings)).toEqual([undefined, undefined]);
      expect(await session.close()).toBeUndefined();
      expect(session.stop()).toBeUndefined();
      expect(readdirSync(directory)).toEqual([]);
    });
  });
});

describe("close() while a task runs", () => {
  it("stops the task and resolves only after the task has ended", async () => {
    await withFile(fileBytes, async (session) => {
      const order: string[] = [];
      const counting = session.measure(endless).then((counts) => order.push(counts.endedBy));
      await Promise.all([counting, session.close().then(() => order.push("closed"))]);
      expect(order).toEqual(["stopped", "closed"]);
    });
  });

  it("makes a prepare() that has just begun reject with ABORTED", async () => {
    await withSession(async (session, directory) => {
      const prepared = session.prepare(prepareOptions(directory, { fileBytes: 2 ** 32 }));
      const closed = session.close();
      await expect(prepared).rejects.toMatchObject({ code: "ABORTED" });
      await closed;
      expect(readdirSync(directory)).toEqual([]);
    });
  });
});

describe("a session", () => {
  it.each<[string, unknown[]]>([
    ["no argument", []],
    ["undefined", [undefined]],
    ["null", [null]],
    ["a text", ["text"]],
    ["a number", [5]],
  ])(
    "throws a TypeError if prepare() or, once it is prepared, measure() gets %s",
    async (_what, args) => {
      await withSession(async (session, directory) => {
        expect(() => Reflect.apply(session.prepare, session, args)).toThrow(TypeError);
        await session.prepare(prepareOptions(directory));
        expect(() => Reflect.apply(session.measure, session, args)).toThrow(TypeError);
      });
    },
  );

  it("rethrows the error that a getter of the options throws", async () => {
    await withSession(async (session, directory) => {
      const options = {
        ...prepareOptions(directory),
        get seed(): number {
          throw new RangeError("from the getter");
        },
      };
      expect(() => session.prepare(options)).toThrow("from the getter");
    });
  });

  it("throws a TypeError if one of its methods is called on another object", async () => {
    await withSession(async (session) => {
      const other = engine.openCommitSession();
      for (const method of ["prepare", "measure", "drain", "verify", "snapshot", "stop"] as const) {
        for (const receiver of [{}, Object.create(session), other]) {
          expect(() => Reflect.apply(session[method], receiver, [])).toThrow(TypeError);
        }
      }
      await other.close();
    });
  });
});
