import { describe, expect, it } from "vitest";
import { conditionAnswer } from "#analysis/health/answer";
import { unknownHealth } from "#analysis/health/readings";
import { type Part, paragraph } from "#analysis/say";
import type { Health } from "#contract/health";
import { sampleHealth } from "../../../helpers/sample-health";
import { type SampleOptions, sampleUnjudgedReport } from "../../../helpers/sample-report";

const reportOn = (health: Health | null, report: SampleOptions["report"] = {}) =>
  sampleUnjudgedReport({
    drive: { capacityBytes: 1e12, kind: "nvme", disks: 1 },
    report: { health, ...report },
  });
const codes = (part: Part) => paragraph(part).map(({ code }) => code);

describe("the answer about the condition of a drive", () => {
  const startedAt = "2026-11-20T10:00:00.000Z";
  const bought = { startedAt, purchase: "new", purchasedIn: "2026-11" } as const;
  const answered = (health: Health, report: SampleOptions["report"] = {}) =>
    conditionAnswer(reportOn(health, { startedAt, ...report })).map(
      ({ question, word, severity, reason }) => [question, codes(word), severity, codes(reason)],
    );
  const figures = "answer.condition.figures";
  const own = "answer.condition.own-report";
  const doubt = "answer.condition.sold-as-new";
  const old = { powerOnHours: 900 };

  it.each([
    ["failing", { criticalWarnings: ["readonly"] }, "bad", "bad", [own]],
    ["care", { mediaErrors: 1 }, "caution", "caution", [own]],
    ["noted", { reallocatedSectors: 1 }, "info", "caution", [own]],
    ["well-used", {}, "good", "caution", []],
  ] as [string, Partial<Health>, string, string, string[]][])(
    'is "%s", and also doubts that the drive was new if its hours contradict the month of purchase',
    (state, changes, severity, severityInDoubt, reason) => {
      const health = sampleHealth({ ...old, ...changes });
      const word = [`answer.condition.${state}`];
      expect(answered(health)).toEqual([["condition", word, severity, [...reason, figures]]]);
      expect(answered(health, bought)).toEqual([
        ["condition", word, severityInDoubt, [...reason, doubt, figures]],
      ]);
    },
  );

  it("calls a healthy drive new or used, or neither if its hours are not known", () => {
    const word = (health: Health) => answered(health)[0]?.[1];
    expect(word(sampleHealth())).toEqual(["answer.condition.well-new"]);
    expect(word(sampleHealth({ powerOnHours: null }))).toEqual(["answer.condition.well"]);
    const worn = sampleHealth({ powerOnHours: 30_000, percentageUsed: 40 });
    expect(word(worn)).toEqual(["answer.condition.well-used"]);
  });

  it("lists the single counters of bad sectors without their sum, and the sum if no single counter is reported", () => {
    const shown = (changes: Partial<Health>) => {
      const health: Health = {
        ...unknownHealth("not-shown"),
        gap: null,
        protocol: "ata",
        ...changes,
      };
      const reason = conditionAnswer(reportOn(health))[0]?.reason ?? null;
      return paragraph(reason).find(({ code }) => code === figures)?.params;
    };
    expect(shown({ badSectors: 5, reallocatedSectors: 4, pendingSectors: 1 })).toEqual({
      quantities: ["reallocatedSectors", "pendingSectors"],
      values: [4, 1],
    });
    expect(shown({ badSectors: 4, reallocatedSectors: 4 })).toEqual({
      quantities: ["reallocatedSectors"],
      values: [4],
    });
    expect(shown({ badSectors: 1, pendingSectors: 1 })).toEqual({
      quantities: ["pendingSectors"],
      values: [1],
    });
    expect(shown({ badSectors: 7 })).toEqual({ quantities: ["badSectors"], values: [7] });
  });

  it("lists the figures that show the drive's use, or else other figures, or says that the drive shows none", () => {
    const silent = { ...unknownHealth("not-shown"), gap: null, selfAssessment: "passed" } as const;
    expect(answered(silent)).toEqual([
      ["condition", ["answer.condition.well"], "good", ["answer.condition.no-figures"]],
    ]);
    const shown = (health: Health) =>
      paragraph(conditionAnswer(reportOn(health))[0]?.reason ?? null)[0]?.params;
    expect(shown(sampleHealth({ powerCycles: null }))).toEqual({
      quantities: ["powerOnHours", "bytesWritten"],
      values: [14, 83e9],
    });
    // If no quantity tells of the drive's use, other quantities are shown.
    expect(shown({ ...silent, percentageUsed: 4, temperatureCelsius: 30 })).toEqual({
      quantities: ["percentageUsed", "temperatureCelsius"],
      values: [4, 30],
    });
  });

  it("gives one reason for an unknown condition, then the doubt that the drive was new if its hours contradict the purchase", () => {
    const silent: Health = { ...unknownHealth("not-shown"), gap: null };
    const impossible: Health["impossible"] = [{ quantity: "page", value: null }];
    const reason = (health: Health, report: SampleOptions["report"] = {}) => {
      const [[question, word, severity, why] = []] = answered(health, report);
      expect([question, word]).toEqual(["condition", ["answer.condition.not-known"]]);
      return [severity, why];
    };
    expect(reason(silent)).toEqual(["info", ["answer.condition.in-part"]]);
    expect(reason({ ...silent, gap: "refused", unknownWarning: true })).toEqual([
      ...["info", ["health-not-known.gap-refused"]],
    ]);
    const warned = { ...silent, unknownWarning: true, impossible };
    expect(reason({ ...warned, criticalWarnings: [] })).toEqual([
      ...["info", ["answer.condition.warning-unknown"]],
    ]);
    expect(reason(warned)).toEqual(["info", ["answer.condition.every-warning"]]);
    expect(reason({ ...silent, impossible })).toEqual(["info", ["answer.condition.senseless"]]);
    expect(reason({ ...silent, ...old }, bought)).toEqual([
      ...["caution", ["answer.condition.in-part", doubt]],
    ]);
  });

  it('is "not-known" in a virtual machine, even if the health report there shows no fault', () => {
    const report = sampleUnjudgedReport({
      host: { virtualMachine: "KVM" },
      report: { health: sampleHealth() },
    });
    const [answer] = conditionAnswer(report);
    expect(answer && [codes(answer.word), answer.severity, codes(answer.reason)]).toEqual([
      ...[["answer.condition.not-known"], "info", ["answer.condition.virtual"]],
    ]);
  });

  it("is absent if no health was read or the health report says that there is no drive", () => {
    expect(conditionAnswer(reportOn(null))).toEqual([]);
    expect(conditionAnswer(reportOn(unknownHealth("no-drive")))).toEqual([]);
  });
});
