import { describe, expect, it } from "vitest";
import type { Part } from "#analysis/say";
import { factsOf } from "#analysis/verdict/facts";
import { sweepSpeed, throughputFindings } from "#analysis/workloads/buffer-sweep/throughput";
import type { BufferSweep } from "#contract/workloads/buffer-sweep";
import { said } from "../../../../helpers/judged";
import { type SampleOptions, sampleUnjudgedReport } from "../../../../helpers/sample-report";
import type { SampleSweep } from "../../../../helpers/workloads/buffer-sweep";

/** The limit that is named if the write sizes show a knee, no knee, or a flat line. */

const plain = (part: Part | null) => said(part).replace(/\s/gu, " ");

function made(options: SampleOptions, changes: Partial<BufferSweep> = {}) {
  const report = sampleUnjudgedReport(options);
  const bufferSweeps = report.bufferSweeps.map((sweep) => ({ ...sweep, ...changes }));
  const facts = factsOf({ ...report, bufferSweeps });
  return {
    findings: throughputFindings(facts).map(({ code, title, seen, means, todo }) => ({
      code,
      title: plain(title),
      seen: plain(seen),
      means: plain(means),
      todo: todo && plain(todo),
    })),
    answer: plain(sweepSpeed(facts)?.reason ?? null),
  };
}
const stored =
  "As a rule the system takes such writes into the computer’s memory first; how fast the drive takes a stream was not measured.";

it("the finding about a sweep whose rate is the same at every size names the drive as the limit at every size", () => {
  const [found] = made({ sweep: { callNs: 0 } }).findings;
  expect(found).toMatchObject({
    code: "buffer-knee",
    title: "Writing is limited by the drive at every size",
    seen: `Writes of 512 B are as fast as larger ones: 3 GB/s. ${stored}`,
    means:
      "For data that is to reach the drive, most of the time is then spent waiting for the drive.",
  });
});

it.each<[string, SampleOptions]>([
  ["another computer", { drive: { kind: "network" } }],
  ["a virtual drive", { drive: { kind: "virtual" } }],
  ["the drive of a virtual machine", { host: { virtualMachine: "KVM" } }],
  ["an unknown drive", { volume: { lowerMounts: null } }],
])(
  'the finding about write sizes names "what stands behind this volume" as the limit when data goes to %s',
  (_, on) => {
    const flat = made({ ...on, sweep: { callNs: 0 } }).findings[0];
    expect(flat?.title).toBe("Writing is limited by what stands behind this volume at every size");
    expect(flat?.means).toMatch(/waiting for what stands behind this volume\.$/);
    const knee = made({ ...on, sweep: {} }).findings[0];
    expect(knee?.title).toBe(
      "Writing is limited by the processor up to 64 KiB, beyond by what stands behind this volume",
    );
    expect(made({ sweep: {} }).findings[0]?.title).toMatch(/by the drive beyond$/);
  },
);

it("the finding about one limit at every size is absent if one of the sizes contradicts that limit", () => {
  const { points } = sampleUnjudgedReport({ sweep: { callNs: 0 } }).bufferSweeps[0] ?? {
    points: [],
  };
  const codeOf = (at: number, changes: Partial<(typeof points)[number]>) =>
    made(
      { sweep: { callNs: 0 } },
      { points: points.map((point, place) => (place === at ? { ...point, ...changes } : point)) },
    ).findings[0];
  expect(codeOf(0, {})?.code).toBe("buffer-knee");
  const busy = { cpuUserNs: 9e9, cpuSystemNs: 0, elapsedNs: 10e9, settleNs: 0 };
  expect(codeOf(0, busy)).toMatchObject({
    code: "buffer-unclear",
    means: expect.stringMatching(/^Neither the processor’s work nor waiting/),
  });
  expect(codeOf(3, busy)?.code).toBe("buffer-unclear");
});

describe("the finding about a knee", () => {
  it("is absent if the sweep shows no knee, even if the limit is known", () => {
    const { findings } = made({ sweep: {} }, { kneeBufferBytes: null, limit: "drive" });
    expect(findings.map(({ code }) => code)).toEqual(["buffer-unclear"]);
    expect(findings[0]?.means).toMatch(/do not agree on one speed/);
    expect(findings[0]?.todo).toMatch(/close other programs and choose a longer inspection/);
  });

  it("is replaced by a finding that names too few sizes as the reason only if the sweep measured fewer than six", () => {
    const { points } = sampleUnjudgedReport({ sweep: {} }).bufferSweeps[0] ?? { points: [] };
    const of = (count: number) =>
      made({ sweep: {} }, { points: points.slice(0, count), kneeBufferBytes: null }).findings[0];
    expect(of(6)?.means).toMatch(/do not agree on one speed/);
    expect(of(5)?.means).toMatch(/^Too few sizes/);
  });

  it("is absent when the limit is not clear", () => {
    const { findings } = made({ sweep: {} }, { limit: "unclear" });
    expect(findings[0]).toMatchObject({ code: "buffer-unclear" });
    expect(findings[0]?.means).toMatch(/^Neither the processor’s work nor waiting/);
    expect(findings[0]?.seen).toMatch(/ From 64 KiB on nothing is gained\.$/);
  });

  it("names what limits the rate below and above the knee, and quotes a published value", () => {
    const [found] = made({ sweep: {} }).findings;
    expect(found?.title).toBe(
      "Writing is limited by the processor up to 64 KiB, by the drive beyond",
    );
    expect(found?.means).toMatch(/^Below 64 KiB the processor is the limit.* Published for a /);
  });
});

it("the finding about a sweep without usable processor times says that no limit can be named for lack of these times", () => {
  const unknown = { cpuUserNs: null, cpuSystemNs: null, cpuShare: null };
  const of = (sweep: SampleSweep, isUnknown: (bufferBytes: number) => boolean, changes = {}) => {
    const { points } = sampleUnjudgedReport({ sweep }).bufferSweeps[0] ?? { points: [] };
    const told = points.map((point) =>
      isUnknown(point.bufferBytes) ? { ...point, ...unknown } : point,
    );
    return made({ sweep }, { points: told, ...changes }).findings[0];
  };
  const means =
    "The system does not tell closely enough how much of the time was the processor’s, so that nothing can be named as the limit.";
  const small = (bufferBytes: number) => bufferBytes < 65_536;
  expect(of({}, () => true)).toMatchObject({ code: "buffer-unclear", means });
  expect(of({}, small)).toMatchObject({ code: "buffer-unclear", means });
  expect(of({}, () => true, { limit: "unclear" })).toMatchObject({ means });
  expect(of({ callNs: 0 }, () => true)).toMatchObject({ means });
  expect(of({ callNs: 0 }, () => true, { limit: "unclear" })).toMatchObject({ means });
});

it("findings and answer say nothing about a sweep without a point, and there is no finding without a sweep", () => {
  const { findings, answer } = made({ sweep: {} }, { points: [] });
  expect([findings, answer]).toEqual([[], ""]);
  expect(made({}).findings).toEqual([]);
});

it("the answer about a stream says that the stream bypassed memory only if it did", () => {
  const withStream = (unbuffered: boolean) =>
    made({
      sweep: {},
      report: {
        stream: {
          systemCall: "pwrite()",
          unbuffered,
          reason: null,
          bytes: 1e9,
          elapsedNs: 1e9,
          bytesPerSecond: 1e9,
        },
      },
    }).answer;
  expect(withStream(true)).toMatch(/memory first; written around it, a stream of 1 GB went at/);
  expect(withStream(false)).toMatch(/memory first; a stream of 1 GB went at 1 GB\/s, until the/);
});
