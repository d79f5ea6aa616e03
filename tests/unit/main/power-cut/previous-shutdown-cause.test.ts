import { describe, expect, it } from "vitest";
import {
  causesIn,
  lostPowerBy,
  previousShutdownCause,
} from "../../../../electron/main/power-cut/previous-shutdown-cause";

/** A kernel entry as `log show --style ndjson` prints it, without the fields that are not read. */
const note = (what: "shutdown" | "sleep", cause: number, at = "10:12:33.210351") =>
  `{"traceID":4711,"eventMessage":"Previous ${what} cause: ${cause}","eventType":"logEvent","source":null,"formatString":"Previous ${what} cause: %d\\n","processID":0,"senderImagePath":"\\/System\\/Library\\/Extensions\\/AppleSMC.kext\\/Contents\\/MacOS\\/AppleSMC","timestamp":"2026-11-23 ${at}+0100","timezoneName":"","messageType":"Default"}\n`;
const end = '{"count":1,"finished":1}\n';
const judge = (...lines: string[]) => lostPowerBy(causesIn([...lines, end].join("")));

describe("the judgement whether a Mac lost power, from its previous shutdown cause,", () => {
  it("is yes for a sudden power loss and for a long press of the power button", () => {
    expect(judge(note("shutdown", 0))).toBe(true);
    expect(judge(note("shutdown", 3))).toBe(true);
  });

  it("is no for an ordinary shutdown and unknown for codes such as -128 and 50", () => {
    expect(judge(note("shutdown", 5))).toBe(false);
    for (const cause of [-3, -62, -128, 1, 30, 50]) {
      expect(judge(note("shutdown", cause))).toBeNull();
    }
  });

  it("considers only the first shutdown, and not a later one", () => {
    expect(judge(note("shutdown", 5), note("shutdown", 0, "11:00:00.0"))).toBe(false);
    expect(judge(note("shutdown", -128), note("shutdown", 3, "11:00:00.0"))).toBeNull();
  });

  it("is unknown if the battery ran out during sleep, but not after an earlier, ordinary sleep", () => {
    expect(judge(note("shutdown", 0), note("sleep", 0, "10:12:33.5"))).toBeNull();
    expect(judge(note("sleep", 5, "09:00:00.1"), note("shutdown", 0))).toBe(true);
  });

  it("is unknown if the log has no complete line with a shutdown cause", () => {
    expect(judge("")).toBeNull();
    expect(judge("log: Could not open local log store: Operation not permitted\n")).toBeNull();
    expect(judge(note("shutdown", 0).slice(0, 60))).toBeNull();
    const quoted = note("shutdown", 0).replace("Previous shutdown", "he said: Previous shutdown");
    expect(judge(quoted)).toBeNull();
  });
});

it("previousShutdownCause() asks for the log since the writing began and returns the judgement, or null if access is denied", async () => {
  const asked: string[] = [];
  const system = {
    run: async (file: string, args: readonly string[]) => {
      asked.push(file, ...args);
      return note("shutdown", 3);
    },
  };
  expect(await previousShutdownCause("2026-11-23T09:00:00.500Z", system)).toBe(true);
  expect(asked.slice(0, 4)).toEqual(["/usr/bin/log", "show", "--start", "@1795424400"]);
  const refusing = { run: () => Promise.reject(new Error("must be admin")) };
  expect(await previousShutdownCause("2026-11-23T09:00:00.500Z", refusing)).toBeNull();
});
