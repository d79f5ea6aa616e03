import { z } from "zod";
import type { SystemAccess } from "./system-access";
import { NotAnswering } from "./time-limit";

/**
 * Queries UDisks over the system's D-Bus, through systemd's `busctl`. Only an administrator may
 * query a drive's health directly, but UDisks does so when the drive appears and every ten minutes,
 * and shows the results to every user: `SmartGetAttributes` and the properties need no
 * authorization
 * (https://storaged.org/udisks/docs/gdbus-org.freedesktop.UDisks2.NVMe.Controller.html). If a later
 * UDisks requires authorization, the requests fail without a prompt: they forbid UDisks and the bus
 * to ask the user.
 */

const service = "org.freedesktop.UDisks2";
const root = "/org/freedesktop/UDisks2";
const answerLimitMs = 3000;
/** Thirty attributes take 5 kB: a longer reply is not a drive's health. */
const longestAnswer = 128 * 1024;
const withoutPrompt = ["a{sv}", "1", "auth.no_user_interaction", "b", "true"];

export type UdisksInterface = "NVMe.Controller" | "Drive.Ata";

export class Udisks {
  constructor(private readonly system: Pick<SystemAccess, "run">) {}

  /** D-Bus object path; `null` if the device has no drive. Rejects without UDisks. */
  async driveOf(device: string): Promise<string | null> {
    const path = `${root}/block_devices/${escaped(device)}`;
    return drivePath(await this.ask("get-property", service, path, `${service}.Block`, "Drive"));
  }

  /** busctl's text of the attributes. Rejects if the drive does not support SmartGetAttributes. */
  smartAttributes(drive: string, of: UdisksInterface): Promise<string> {
    return this.ask(
      "call",
      service,
      drive,
      `${service}.${of}`,
      "SmartGetAttributes",
      ...withoutPrompt,
    );
  }

  /** All properties of the interface, in busctl's own text. */
  properties(drive: string, of: UdisksInterface): Promise<string> {
    const getAll = ["org.freedesktop.DBus.Properties", "GetAll", "s"];
    return this.ask("call", service, drive, ...getAll, `${service}.${of}`);
  }

  /** When UDisks last read the drive's health, in seconds since 1970; `null` if never. */
  async askedAt(drive: string, of: UdisksInterface): Promise<number | null> {
    const answer = await this.ask(
      "get-property",
      service,
      drive,
      `${service}.${of}`,
      "SmartUpdated",
    );
    const parsed = timeAnswer.safeParse(JSON.parse(answer));
    return parsed.success ? parsed.data.data : null;
  }

  private ask(...args: readonly string[]): Promise<string> {
    const options = ["--system", "--json=short", "--allow-interactive-authorization=no"];
    const limits = { timeoutMs: answerLimitMs, mostBytes: longestAnswer };
    return this.system.run("busctl", [...options, ...args], limits);
  }
}

export type UdisksRefusal =
  /** busctl, the bus or UDisks is missing. */
  | "no-service"
  | "no-answer"
  | "refused"
  /** UDisks offers no health interface (D-Bus) for this kind of drive. */
  | "no-interface"
  /** UDisks does not know the device. */
  | "not-listed"
  /** Every other error, or an unreadable reply. */
  | "unreadable";

/** Reads the error names that `busctl` prints in English (sd-bus and GDBus). */
export function udisksRefusal(error: unknown): UdisksRefusal {
  if (error instanceof NotAnswering) {
    return "no-answer";
  }
  const { code, message = "" } = error as Partial<NodeJS.ErrnoException>;
  if (code === "ENOENT" || notThere.test(message)) {
    return "no-service";
  }
  if (/timed out|did not receive a reply/i.test(message)) {
    return "no-answer";
  }
  if (/access denied|not authorized|authentication required|permission denied/i.test(message)) {
    return "refused";
  }
  if (/unknown object|no such object|object does not exist/i.test(message)) {
    return "not-listed";
  }
  return /no such interface|unknown interface/i.test(message) ? "no-interface" : "unreadable";
}

const notThere =
  /failed to connect to bus|not provided by any \.service|could not activate|unit \S+ (not found|is masked)|name has no owner/i;

/**
 * A name in a D-Bus object path: `_` and the hexadecimal code for each character but letters and
 * digits.
 */
function escaped(name: string): string {
  return name.replace(
    /[^A-Za-z0-9]/g,
    (character) => `_${character.charCodeAt(0).toString(16).padStart(2, "0")}`,
  );
}

const timeAnswer = z.object({ type: z.literal("t"), data: z.number().int().positive() });
const pathAnswer = z.object({ type: z.literal("o"), data: z.string() });

/** Parses the output of `busctl get-property`; "/" means no drive. */
export function drivePath(answer: string): string | null {
  const path = pathAnswer.safeParse(JSON.parse(answer));
  return path.success && path.data.data.startsWith(`${root}/drives/`) ? path.data.data : null;
}

/** The name by which UDisks knows a disk: for a path of an NVMe multipath disk its shared head. */
export function udisksDeviceOf(disk: string): string {
  const [, controller, namespace] = /^nvme(\d+)c\d+n(\d+)$/.exec(disk) ?? [];
  return controller === undefined ? disk : `nvme${controller}n${namespace}`;
}
