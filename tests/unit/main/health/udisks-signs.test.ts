import { describe, expect, it } from "vitest";
import { conditionOf } from "#analysis/health/condition";
import { type HealthReadings, healthOf } from "#analysis/health/readings";
import type { Health } from "#contract/health";
import { ataReadings, nvmeReadings } from "../../../../electron/main/health/udisks-health";
import {
  ataAttributes,
  ataCaptures,
  ataProperties,
  type NvmeCapture,
  nvmeAttributes,
  nvmeCaptures,
  nvmeProperties,
} from "../../../fixtures/health/captures";

const nowMs = Date.UTC(2026, 10, 20);
const health = (readings: HealthReadings | null): Health => healthOf(readings ?? {}, nowMs);

describe("the number of failing attributes that UDisks counts", () => {
  const counted = (failing: unknown, selfAssessment: boolean | null, rows: string | null = null) =>
    conditionOf(
      health(
        ataReadings(
          JSON.stringify({
            type: "a{sv}",
            data: [
              {
                SmartUpdated: { data: 1_763_600_000 },
                ...(selfAssessment === null ? {} : { SmartFailing: { data: !selfAssessment } }),
                SmartNumAttributesFailing: { data: failing },
              },
            ],
          }),
          rows,
        ),
      ),
    );

  it("calls for care where the attributes themselves were not read", () => {
    expect(counted(2, true)).toEqual({ state: "care", signs: ["assessment-contradicts"] });
    expect(counted(1, null)).toEqual({ state: "care", signs: ["attribute-below-limit"] });
    expect(counted(2, false)).toEqual({ state: "failing", signs: ["predicts-failure"] });
  });

  it("says nothing where it is 0, not known or no number, nor beside the attributes", () => {
    for (const failing of [0, -1, "2", null]) {
      expect(counted(failing, true)).toEqual({ state: "well", signs: [] });
    }
    const [well] = ataCaptures as unknown as [(typeof ataCaptures)[number]];
    expect(counted(2, true, ataAttributes(well))).toEqual({ state: "well", signs: [] });
  });
});

describe("the last self-test, which UDisks reports,", () => {
  const [well] = ataCaptures as unknown as [(typeof ataCaptures)[number]];
  const [capture] = nvmeCaptures as unknown as [NvmeCapture];
  const withStatus = (properties: string, status: unknown, updated?: number) => {
    const answer = JSON.parse(properties);
    Object.assign(answer.data[0], {
      SmartSelftestStatus: { type: "s", data: status },
      ...(updated === undefined ? {} : { SmartUpdated: { type: "t", data: updated } }),
    });
    return JSON.stringify(answer);
  };
  const ofAta = (status: unknown) =>
    conditionOf(health(ataReadings(withStatus(ataProperties(well), status), ataAttributes(well))));
  const ofNvme = (status: unknown) =>
    conditionOf(
      health(nvmeReadings(withStatus(nvmeProperties(capture), status), nvmeAttributes(capture))),
    );

  it.each([
    "fatal",
    ...["error_unknown", "error_electrical", "error_servo", "error_read", "error_handling"],
  ])("calls for care of a disk that is well otherwise if it ended with %s", (status) => {
    expect(ofAta(status)).toEqual({ state: "care", signs: ["self-test-failed"] });
  });

  it.each(["fatal_error", "unknown_seg_fail", "known_seg_fail"])(
    "calls for care of an NVMe drive that is well otherwise if it ended with %s",
    (status) => {
      expect(ofNvme(status)).toEqual({ state: "care", signs: ["self-test-failed"] });
    },
  );

  it.each([
    ...["success", "aborted", "interrupted", "inprogress", "ctrl_reset", "ns_removed"],
    ...["aborted_format", "aborted_unknown", "aborted_sanitize", "", "future", 7, null],
  ])("is no fault if it ended with %s", (status) => {
    expect(ofAta(status)).toEqual({ state: "well", signs: [] });
    expect(ofNvme(status)).toEqual({ state: "well", signs: [] });
  });
});
