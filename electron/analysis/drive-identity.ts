import type { Report } from "#contract/report";
import type { Drive, Volume } from "#contract/volume";

type Marks = Pick<Drive, "serial" | "model" | "capacityBytes" | "disks">;

/**
 * Whether both descriptions are of the same drive; `null` if not certain. Docks report their own
 * serial number for every disk in them, so model and capacity must be known and agree, too.
 */
export function sameDrive(one: Marks, other: Marks): boolean | null {
  const [first, second] = [tellingSerial(one), tellingSerial(other)];
  const serial = first === null || second === null ? null : first === second;
  const capacity = agreeing(one.capacityBytes, other.capacityBytes);
  const model = agreeing(sameInAnyOrder(one.model), sameInAnyOrder(other.model));
  if (serial === false || capacity === false || model === false) {
    return false;
  }
  return serial && capacity && model && !isOfReader(one.model) ? true : null;
}

/**
 * Model names of card readers, docks and enclosures. Such a device reports its own model and serial
 * number, so only the size tells two cards apart.
 */
const ofReaders =
  /\b((card)?reader|((multi-?)?card|crw|sd)\b|mass ?storage|storage device|bridge|adapter|dock|enclosure)|\b(asmt|asmedia|asm\d{4}|jmicron|jms\d{3}|realtek|rtl\d{4}|initio|prolific|norelsys)|\bdisk0\d\b|usb ?(\d\.\d )?to ?(s?ata|nvme)/i;

/** Whether the model names a card reader or dock, not the card or disk in it. */
export function isOfReader(model: string | null): boolean {
  return model !== null && ofReaders.test(model);
}

/**
 * A text that changes when another drive takes over a volume's id (on Windows, a stick that gets
 * the previous one's drive letter) and when more of the drive becomes known.
 */
export function markOf({ id, drive, physicalDisks }: Placed): string {
  return JSON.stringify([id, physicalDisks, drive.serial, drive.model, drive.capacityBytes]);
}

type Placed = Pick<Volume, "id" | "physicalDisks"> & { readonly drive: Marks };

/**
 * The model in a form to compare: several drives are named together ("A + B") in an order that may
 * change at any start of the system, so the names are sorted.
 */
export function sameInAnyOrder(model: string | null): string | null {
  return model === null ? null : model.split(" + ").sort().join(" + ");
}

/** Whether two values are equal; `null` if one of them is unknown. */
function agreeing<T>(one: T | null, other: T | null): boolean | null {
  return one === null || other === null ? null : one === other;
}

/**
 * The serial number if it is likely to be unique; bridges, docks and cheap sticks share made-up
 * ones. Doubting a real number only makes the comparison uncertain; trusting a made-up one takes
 * two drives for one.
 */
export function tellingSerial({
  serial,
  model,
  disks,
}: Pick<Drive, "serial" | "model" | "disks">): string | null {
  // `0X` only marks a hexadecimal number; `MSFT30` is Windows' prefix behind some USB bridges.
  const text = lettersOf(serial).replace(/^(0X|MSFT30)/, "");
  const isModel = lettersOf(model).includes(text);
  return isMadeUp(text) || isModel || (disks ?? 1) > 1 ? null : text;
}

function lettersOf(text: string | null): string {
  return (text ?? "").toUpperCase().replace(/[^0-9A-Z]/g, "");
}

/** Serial numbers with fewer random characters than this can be equal by chance. */
const fewestTelling = 7;

/**
 * Serial numbers that USB bridges report for any drive, from lists of USB devices and bug reports:
 * JMicron (vendor number 152D, and two fixed beginnings), Alcor (058F), ASMedia (174C), Realtek
 * (0BDA).
 */
const ofBridges = /^(152D|058F|174C|0BDA|DD5641988|DB9876543)/;

/**
 * A date with digits after it is the firmware of a card reader or dock (Realtek 20100201396000000
 * and 2012062914345300; Toshiba 201503310007F).
 */
const ofDates = /^20[0-3]\d(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])/;
/**
 * Serial numbers that no maker filled in: the letters of a date pattern (YYYYMMDD, CCYYMMDD), the
 * first day of Unix time (19700101), or six digits and a version (123456V10).
 */
const ofEmptyDates = /^(CC|YY)YYMMDD|^19700101|^\d{6}V\d+$/;

/**
 * Words in made-up serial numbers: placeholders (NONE), hexadecimal words (DEADBEEF), rows of keys
 * (QWERTYUIOP), and makers of bridge chips (JMICRON) or virtual machines (VMWARE).
 */
const placeholders =
  /DEADBEEF|CAFEBABE|C0FFEE|QWERTYUIOP|RANDOM|REALTEK|JMICRON|ASMEDIA|ASMT|PROLIFIC|INITIO|NONE|NULL|UNKNOWN|DEFAULT|SERIAL|NUMBER|INVALID|GENERIC|TOBEFILLED|BYOEM|OEM|UNDEFINED|EMPTY|SAMPLE|TEST|SPECIFIED|AVAILABLE|APPLICABLE|DISK|DRIVE|DEVICE|STORAGE|FLASH|USB|NVME|SATA|EXTERNAL|VMWARE|VBOX|QEMU|VIRTUAL/g;

/** Serial numbers that are mere counters: a brand and a zero-padded number (SABRENT00001). */
const ofCounters = /^[A-Z]+0{2,}\d{1,3}$/;

function isMadeUp(text: string): boolean {
  return (
    ofCounters.test(text) ||
    isMadeUpInHex(text) ||
    ofBridges.test(text) ||
    ofDates.test(text) ||
    ofEmptyDates.test(text) ||
    !/\d/.test(text) ||
    new Set(text).size < 4 ||
    /^(.+?)\1+$/.test(text) ||
    isPaired(text) ||
    withoutPatterns(text.replace(placeholders, "")).length < fewestTelling
  );
}

/** Whether the text is a made-up serial number in hexadecimal, such as 4E4F4E45 for NONE. */
function isMadeUpInHex(text: string): boolean {
  const codes = /^(3\d|[45][0-9A-F])+$/.test(text) ? (text.match(/../g) ?? []) : [];
  const shown = String.fromCharCode(...codes.map((code) => Number.parseInt(code, 16)));
  return shown !== "" && isMadeUp(lettersOf(shown));
}

/**
 * Whether all characters are doubled, or the text is two simple sequences mixed: at the odd and the
 * even places (1A2B3C4D5E6F), or one of letters and one of digits (AB12CD34EF56).
 */
function isPaired(text: string): boolean {
  const everySecond = (from: number) => [...text].filter((_, place) => place % 2 === from).join("");
  const [first, second] = [everySecond(0), everySecond(1)];
  const leftOf = (...parts: readonly string[]) => parts.map(withoutPatterns).join("").length;
  return (
    leftOf(first, second) <= 1 ||
    leftOf(text.replace(/\d/g, ""), text.replace(/\D/g, "")) <= 1 ||
    (first === second && leftOf(first) < fewestTelling)
  );
}

const orders = ["01234567890", "9ABCDEFGHIJKLMNOPQRSTUVWXYZ", "F0"];
const isNext = (one: string, other: string) => orders.some((order) => order.includes(one + other));

/** The text without runs of a repeated character (3 or more) and sequences up or down (4 or more). */
function withoutPatterns(text: string): string {
  const stepAt = (at: number) => {
    const [one = "", other = ""] = [text[at - 1], text[at]];
    return one === other ? 0 : isNext(one, other) ? 1 : isNext(other, one) ? -1 : null;
  };
  let left = "";
  for (let from = 0; from < text.length; ) {
    const step = from + 1 < text.length ? stepAt(from + 1) : null;
    let end = from + 1;
    while (step !== null && end < text.length && stepAt(end) === step) {
      end += 1;
    }
    const isPattern = end - from >= (step === 0 ? 3 : 4);
    left += isPattern ? "" : text.charAt(from);
    from = isPattern ? end : from + 1;
  }
  return left;
}

/** The report without the serial number, for sharing without identifying the drive. */
export function withoutSerial<R extends Pick<Report, "volume">>(report: R): R {
  const { volume } = report;
  return { ...report, volume: { ...volume, drive: { ...volume.drive, serial: null } } };
}
