import { expect, it } from "vitest";
import { driveError } from "#contract/drive-error";
import type { Report, ReportWarning } from "#contract/report";
import type { Drive } from "#contract/volume";
import { linkName } from "#text/drive-identity";
import { formatBytes } from "#text/format";
import { plateFacts } from "../../../../renderer/src/report/plate";
import { sampleReport } from "../../../helpers/sample-report";

function driveFacts(drive: Partial<Drive>): Record<string, string> {
  const [, ofDrive] = plateFacts(sampleReport({ drive, volume: { totalBytes: 500e9 } }));
  return Object.fromEntries(ofDrive);
}

it("plateFacts() lists the drive's size and connection", () => {
  const link = { type: "sata", gigabitsPerSecond: 6 } as const;
  const facts = driveFacts({ capacityBytes: 1e12, link, bus: "sata" });
  expect(facts).toMatchObject({ Size: formatBytes(1e12), Connection: linkName(link) });
});

it("plateFacts() lists the size of the volume and the name of the bus if size and link of the drive are unknown", () => {
  const facts = driveFacts({ capacityBytes: null, link: null, bus: "nvme" });
  expect(facts).toMatchObject({ "Size of volume": formatBytes(500e9), Connection: "NVMe" });
  expect(facts).not.toHaveProperty("Size");
});

it.each([
  ["usb", "USB"],
  ["mmc", "MMC"],
  ["virtio", "virtio"],
  ["Apple Fabric", "Apple Fabric"],
  ["constructor", "constructor"],
])('plateFacts() shows the bus %s as the connection "%s"', (bus, name) => {
  expect(driveFacts({ link: null, bus }).Connection).toBe(name);
});

it('plateFacts() shows the connection as "Not known" if neither the link nor the bus is known', () => {
  expect(driveFacts({ capacityBytes: null, link: null, bus: null }).Connection).toBe("Not known");
});

it("plateFacts() lists the number of drives, and no serial number, for a volume on several drives", () => {
  const facts = driveFacts({ serial: null, disks: 2 });
  expect(facts).toMatchObject({ "Drives below the volume": "2" });
  expect(facts).not.toHaveProperty("Serial number");
  expect(facts).not.toHaveProperty("Firmware");
  expect(driveFacts({ disks: 1 })).toHaveProperty("Serial number");
});

it('plateFacts() says "not every test", and not "ended early", if an inspection continued after a failed test', () => {
  const thoroughness = (warnings: readonly ReportWarning[]) => {
    const [ofComputer] = plateFacts(
      sampleReport({ report: { partial: true, warnings: [...warnings] } }),
    );
    return Object.fromEntries(ofComputer).Thoroughness;
  };
  const failed = { code: "test-failed", message: "The volume is full." };
  expect(thoroughness([])).toMatch(/ended early$/);
  expect(thoroughness([failed])).toMatch(/not every test$/);
});

it('plateFacts() says "ended by an error" only if an error ended the inspection', () => {
  const thoroughness = (report: Partial<Report>) =>
    Object.fromEntries(plateFacts(sampleReport({ report }))[0]).Thoroughness;
  const error = driveError("drive-error", "A flush failed.", { syscall: "fsync", osCode: 5 });
  expect(thoroughness({ partial: true, error })).toMatch(/ended by an error$/);
  expect(thoroughness({})).not.toMatch(/ended/);
});

it('plateFacts() shows a missing serial number as "Not stated"', () => {
  expect(driveFacts({ serial: "S6Z1NJ0TA123" })["Serial number"]).toBe("S6Z1NJ0TA123");
  expect(driveFacts({ serial: null })["Serial number"]).toBe("Not stated");
});
