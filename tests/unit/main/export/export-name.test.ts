import { describe, expect, it } from "vitest";
import { exportName } from "../../../../electron/main/export/export-name";
import { forExport } from "../../../../electron/main/export/report-export";
import { sampleReport } from "../../../helpers/sample-report";

const named = (model: string | null) => exportName(sampleReport({ drive: { model } }), "pdf");

describe("the name of an exported file", () => {
  it('contains the model name of the drive, or "drive" if that name is not known', () => {
    expect(named("Samsung SSD 990 PRO")).toBe("DriveProof Samsung-SSD-990-PRO 2025-03-01.pdf");
    expect(named(null)).toBe("DriveProof drive 2025-03-01.pdf");
  });

  it("contains no path separator or control character, and only a part of a very long model name", () => {
    expect(named("../../etc/passwd")).toBe("DriveProof etc-passwd 2025-03-01.pdf");
    expect(named("\u202e\0///")).toBe("DriveProof drive 2025-03-01.pdf");
    expect(Buffer.byteLength(named("𝔻".repeat(1000)))).toBeLessThan(255);
  });

  it("does not contain the serial number of the drive", () => {
    expect(exportName(sampleReport({ drive: { serial: "S6Z1NJ0TA123" } }), "csv")).not.toContain(
      "S6Z1",
    );
  });
});

describe("forExport()", () => {
  const report = sampleReport({ drive: { serial: "S6Z1NJ0TA123" } });

  it("keeps the serial number in PDF and JSON unless the person excludes it, and never in PNG and CSV", () => {
    const serial = (kind: "pdf" | "json" | "png" | "csv", withSerial: boolean) =>
      forExport(report, kind, withSerial).volume.drive.serial;
    expect([serial("pdf", true), serial("json", true)]).toEqual(["S6Z1NJ0TA123", "S6Z1NJ0TA123"]);
    expect([serial("pdf", false), serial("json", false)]).toEqual([null, null]);
    expect([serial("png", true), serial("csv", true)]).toEqual([null, null]);
  });
});
