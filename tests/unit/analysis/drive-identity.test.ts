import { describe, expect, it } from "vitest";
import { sameDrive, tellingSerial, withoutSerial } from "#analysis/drive-identity";
import { groupByDrive } from "#analysis/history-groups";
import type { HistoryEntry } from "#contract/history";
import type { Drive } from "#contract/volume";
import { sampleReport } from "../../helpers/sample-report";

const of = (serial: string | null, changes: Partial<Drive> = {}) => ({
  serial,
  model: "Samsung SSD 990 PRO",
  capacityBytes: 1e12,
  disks: 1,
  ...changes,
});

describe("a serial number", () => {
  it("identifies a drive of the same model and size whatever its case, hyphens and spaces, and another number identifies another drive", () => {
    expect(sameDrive(of("S6Z1-NJ0T A123"), of("s6z1nj0ta123"))).toBe(true);
    expect(sameDrive(of("S6Z1NJ0TA123"), of("S6Z1NJ0TA124"))).toBe(false);
  });

  it.each([
    ...["S6Z1NJ0TA123", "WD-WCC4N1234567", "ZA1A2B3C", "2146E5C00A1F", "PHYS7512034K480BGN"],
    ...["RANDOM__3F4EE3AB1F2B", "6000c29a1b2c3d4e5f6a7b8c9d0e1f2a", "1AA2BB3CC9DD7EE1"],
    ...["0x1a9b3c7d", "50026B7785A1E3F0", "23110B800123", "AA010215170355310594", "9VP0XK3S"],
    ...["4C530001230405116095", "60A44C413A8CF320B9B10013"],
    ...["57442D57584131413233", "SABRENT1A7C90", "BACKUPS1012"],
    // These are no dates, because they contain months or days that no year has.
    ...["2013271A4C5E", "20121345A7B9", "201E0412C3D5"],
  ])("of %j identifies one drive", (serial) => {
    expect(tellingSerial(of(serial))).not.toBeNull();
    expect(sameDrive(of(serial), of(serial))).toBe(true);
  });

  it.each([
    // Too short, or one character repeated.
    ...[
      "",
      "123",
      "A1B2",
      "07B21",
      "0000000000000000",
      "FFFFFFFF",
      "1111111A",
      "xxxxxxxx",
      "--------",
    ],
    // Characters in ascending or descending order, also with other characters around them.
    ...[
      "0123456789ABCDEF",
      "1234567890",
      "012345678901",
      "123456789012",
      "0123456789",
      "9876543210",
    ],
    ...["ABCDEF0123456789", "FEDCBA9876543210", "012345678999", "012345679999", "ABCD1234567"],
    ...["SN1234567890", "1234567890AB", "000000123456", "123456789ABCDEF01", "ABCDEFGHIJKL1"],
    // Pairs of equal characters, or letters and digits that alternate and count up.
    ...["11223344", "1122334455667788", "AABBCCDDEEFF0011", "A1B2C3D4E5F6", "1A2B3C4D5E6F7G"],
    // Words that programmers, keyboards and USB bridges produce.
    ...["DEADBEEF0123", "CAFEBABE1234", "0000C0FFEE", "QWERTYUIOP12", "RANDOM__1234567890AB"],
    ...["REALTEK0001234", "JMicron 1234", "ASMT2105", "ASMedia 2115"],
    // A date pattern that was never filled in, the beginning of Unix time, and a firmware's date
    // with its version.
    ...["CCYYMMDDHHmmSS000000", "YYYYMMDDhhmmss123456", "19700101000000", "130818v01"],
    // Small numbers padded with zeros.
    ...[
      "00000001",
      "0000000000000033",
      "000000000272",
      "AA00000000000489",
      "QM00001",
      "0x00000001",
    ],
    // A pattern of a few characters, repeated.
    ...["12121212", "ABC1ABC1ABC1", "1A2B1A2B", "100100100100", "A0A0A0B0A0B0"],
    // Texts of firmware whose maker entered no serial number.
    ...["NONE", "N/A", "Unknown", "To be filled by O.E.M.", "Default string", "Serial Number"],
    ...[
      "SERIAL12",
      "No serial 001",
      "USB DISK 2.0",
      "null",
      "INVALID-0001",
      "Generic123",
      "\u200b\u202e",
    ],
    // Serial numbers that USB bridges and docks report for every drive.
    ...["152D00539000", "152D20337A0C", "DD56419883896", "DD5641988396C", "DB9876543214E"],
    ...["058F63666485", "058F0O1111B1", "20100201396000000", "20060413092100000", "0BDA00000001"],
    ...["174C55AA0001", "PROLIFIC000001", "INITIO0001", "000000123AFF", "110022003300"],
    // Windows' prefix for a USB bridge before such a serial number.
    ...["MSFT30012345678901", "MSFT30152D20337A0C"],
    // At least four letters or digits in ascending or descending order, also with others between
    // them.
    ...["1A2B3C4D", "1234ABCD5678", "DCBA4321", "ABCD1234EFGH"],
    ...["AB12CD34EF56", "00A0B0C0D0E0", "1A2B3C4D5E6F70"],
    // A word with a zero-padded number, and the controllers of virtual machines.
    ...["SABRENT00001", "EXTERNAL001", "BACKUPS0012", "VMware NVME_0001", "VMWARE NVME_0012"],
    // Invented numbers, shown as the hexadecimal codes of their characters.
    ...["303132333435363738394142", "4E4F4E45", "30303030303030303332"],
    // Dates of their own firmware, which card readers and docks report for whatever drive is in them.
    ...["2012062914345300", "201503310007F", "2015033100064", "20170105000001", "20120629"],
  ])("of %j identifies no drive", (made) => {
    expect(tellingSerial(of(made))).toBeNull();
    expect(sameDrive(of(made), of(made))).toBeNull();
  });

  it("identifies no drive if one of two reports lacks the number or if several drives form the volume", () => {
    expect(sameDrive(of(null), of("S6Z1NJ0TA123"))).toBeNull();
    expect(sameDrive(of("S6Z1NJ0TA123", { disks: 2 }), of("S6Z1NJ0TA123"))).toBeNull();
  });

  it("identifies no drive if the number only repeats the model", () => {
    const repeated = of("ST9500325AS", { model: "Seagate ST9500325AS" });
    expect(sameDrive(repeated, repeated)).toBeNull();
  });

  it("identifies no drive of unknown model or size, and drives of different model or size are different, even without a number", () => {
    const one = of("S6Z1NJ0TA123");
    expect(sameDrive(one, of("S6Z1NJ0TA123", { capacityBytes: 2e12 }))).toBe(false);
    expect(sameDrive(one, of("S6Z1NJ0TA123", { model: "ASMT 2115" }))).toBe(false);
    expect(sameDrive(of(null), of(null, { model: "ASMT 2115" }))).toBe(false);
    for (const unknown of [{ capacityBytes: null }, { model: null }]) {
      expect(sameDrive(one, of("S6Z1NJ0TA123", unknown))).toBeNull();
      expect(sameDrive(of("S6Z1NJ0TA123", unknown), of("S6Z1NJ0TA123", unknown))).toBeNull();
    }
  });

  it.each([
    "Generic STORAGE DEVICE",
    "Generic- SD/MMC",
    "Multiple Card Reader",
    "USB3.0 CRW -SD",
    "Mass Storage Device",
    "ASMT 2115",
    "JMicron Generic",
    "Realtek RTL9210 NVME",
    "External USB3.0 DISK00",
    "USB to ATA/ATAPI Bridge",
  ])(
    "of the reader or dock %s leaves open whether cards or disks in it are the same one, unless size or number differ",
    (model) => {
      const card = of("0E5F2D3C8B71", { model });
      expect(sameDrive(card, card)).toBeNull();
      expect(sameDrive(card, { ...card, capacityBytes: 2e12 })).toBe(false);
      expect(sameDrive(card, of("0E5F2D3C8B72", { model }))).toBe(false);
    },
  );

  it.each([
    "USB Flash Disk",
    "SD64G",
    "SanDisk Cruzer Blade",
    "Seagate Expansion HDD",
    "Sabrent Rocket 4.0",
    "T-FORCE CARDEA ZERO",
  ])("of a drive with the model %s identifies that drive", (model) => {
    expect(sameDrive(of("0E5F2D3C8B71", { model }), of("0E5F2D3C8B71", { model }))).toBe(true);
  });

  it("is absent from the report that withoutSerial() returns", () => {
    const whole = sampleReport({ drive: { serial: "S6Z1NJ0TA123" } });
    expect(JSON.stringify(whole)).toContain("S6Z1NJ0TA123");
    expect(JSON.stringify(withoutSerial(whole))).not.toContain("S6Z1NJ0TA123");
  });
});

describe("groupByDrive()", () => {
  const entry = (changes: Partial<HistoryEntry>): HistoryEntry => ({
    runId: "r",
    kind: "inspection",
    finishedAt: "2026-11-01T10:00:00.000Z",
    volumeName: "/",
    model: "Samsung SSD 990 PRO",
    serial: null,
    totalBytes: 1e12,
    capacityBytes: 1.1e12,
    mark: "early",
    word: { code: "glance.word.early", params: {} },
    sentence: { code: "glance.stopped", params: {} },
    partial: false,
    ...changes,
  });
  const groupsOf = (...entries: HistoryEntry[]) =>
    groupByDrive(entries.map((one, place) => ({ ...one, runId: `${place}` }))).map(
      ({ entries: of }) => of.map(({ runId }) => runId).join(""),
    );

  it("groups the inspections of one drive across volumes and separates drives of one model with different serial numbers", () => {
    const first = { serial: "S6Z1NJ0TA123" };
    expect(
      groupsOf(
        entry(first),
        entry({ serial: "S6Z1NJ0TA999" }),
        entry({ ...first, volumeName: "/mnt/old", totalBytes: 5 }),
      ),
    ).toEqual(["02", "1"]);
  });

  it("groups by model, size and volume when no serial number identifies the drive", () => {
    expect(
      groupsOf(
        entry({}),
        entry({ volumeName: "/home" }),
        entry({ totalBytes: 5 }),
        entry({ model: "Other" }),
        entry({}),
      ),
    ).toEqual(["04", "1", "2", "3"]);
    expect(groupsOf(entry({ serial: "0000" }), entry({}))).toEqual(["01"]);
  });

  it("groups the inspections of volumes on the same two drives, in whichever order the system lists these, and separates another pair", () => {
    const several = (name: string) => entry({ model: name, volumeName: name, capacityBytes: null });
    expect(groupsOf(several("A + B"), several("B + A"), several("A + C"))).toEqual(["01", "2"]);
  });

  it("gives a group a serial number only if all of its inspections report the same one", () => {
    const serialsOf = (...serials: (string | null)[]) =>
      groupByDrive(serials.map((serial) => entry({ serial }))).map(({ serial }) => serial);
    expect(serialsOf("S6Z1NJ0TA123", "s6z1-nj0ta123")).toEqual(["S6Z1NJ0TA123"]);
    // Two sticks of one kind may have the same name and short numbers that differ.
    expect(serialsOf("0001", "0002")).toEqual([null]);
    expect(serialsOf("0001", null)).toEqual([null]);
    expect(serialsOf("0001", "0001")).toEqual(["0001"]);
  });

  it("separates drives with different serial numbers even if their model or size is not known", () => {
    for (const unknown of [{ model: null }, { capacityBytes: null }]) {
      const first = entry({ ...unknown, serial: "S6Z1NJ0TA123" });
      const second = entry({ ...unknown, serial: "S6Z1NJ0TA999" });
      expect(groupsOf(first, second, first)).toEqual(["02", "1"]);
    }
  });

  it("separates two models that report the serial number of their enclosure", () => {
    for (const serial of ["DB9876543214E", "2146E5C00A1F"]) {
      expect(groupsOf(entry({ serial }), entry({ serial, model: "Other" }))).toEqual(["0", "1"]);
    }
  });

  it.each(["2146E5C00A1F", "152D00539000", "NONE", "012345678901"])(
    "separates two drives of different size that both report the serial number %s of their dock",
    (serial) => {
      const small = { serial, capacityBytes: 5e11 };
      expect(groupsOf(entry({ serial }), entry(small), entry({ serial }))).toEqual(["02", "1"]);
    },
  );

  it("separates the volumes of two cards of equal size if the reader shows them under its own name", () => {
    const card = { serial: "0E5F2D3C8B71", model: "Generic STORAGE DEVICE" };
    const other = { ...card, volumeName: "/media/holiday" };
    expect(groupsOf(entry(card), entry(other), entry(card))).toEqual(["02", "1"]);
  });

  it("separates two volumes if their serial number identifies no drive or their size or model is not known", () => {
    const elsewhere = { volumeName: "/mnt/other" };
    for (const marks of [
      { serial: "152D00539000" },
      { serial: "NONE" },
      { serial: "2146E5C00A1F", capacityBytes: null },
      { serial: "2146E5C00A1F", model: null },
    ]) {
      expect(groupsOf(entry(marks), entry({ ...marks, ...elsewhere }))).toEqual(["0", "1"]);
    }
  });
});
