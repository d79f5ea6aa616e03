import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";

/**
 * A simulated UDisks on a separate bus: a real `dbus-daemon`, and a service that speaks as much of
 * the D-Bus protocol as UDisks needs (https://dbus.freedesktop.org/doc/dbus-specification.html).
 */

export interface BusCall {
  readonly path: string;
  readonly interface: string;
  readonly member: string;
  readonly args: readonly unknown[];
  /** Whether the caller lets the service ask the person for a password. */
  readonly isInteractive: boolean;
}

/** A value with its D-Bus signature; `null` for no answer at all, an `Error` for a refusal. */
export type BusAnswer = readonly [signature: string, value: unknown] | Error | null;

export class FakeUdisks {
  readonly calls: BusCall[] = [];
  private readonly folder = mkdtempSync(path.join(tmpdir(), "driveproof-bus-"));
  private daemon: ChildProcess | null = null;
  private socket: Socket | null = null;
  private received = Buffer.alloc(0);
  private serial = 0;
  private waiting: (() => void)[] = [];

  constructor(private readonly answer: (call: BusCall) => BusAnswer) {}

  /** Resolves with the address of the bus once the service has its name on it. */
  async start(): Promise<string> {
    const socketPath = path.join(this.folder, "bus");
    const config = path.join(this.folder, "bus.conf");
    writeFileSync(
      config,
      `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig><listen>unix:path=${socketPath}</listen><auth>EXTERNAL</auth>
<policy context="default"><allow user="*"/><allow own="*"/><allow send_destination="*"/><allow receive_sender="*"/></policy>
</busconfig>`,
    );
    const args = [`--config-file=${config}`, "--nofork", "--print-address"];
    const daemon = spawn("dbus-daemon", args, { stdio: ["ignore", "pipe", "ignore"] });
    this.daemon = daemon;
    await new Promise<void>((resolve, reject) => {
      daemon.once("error", reject);
      daemon.once("exit", (code) => reject(new Error(`dbus-daemon ended with ${code}`)));
      daemon.stdout.once("data", () => resolve());
    });
    await this.join(socketPath);
    return `unix:path=${socketPath}`;
  }

  stop(): void {
    this.socket?.destroy();
    this.daemon?.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  private async join(socketPath: string): Promise<void> {
    const socket = connect(socketPath);
    this.socket = socket;
    await new Promise<void>((resolve, reject) => {
      socket.once("connect", resolve);
      socket.once("error", reject);
    });
    const uid = Buffer.from(String(process.getuid?.() ?? 0)).toString("hex");
    socket.write(`\0AUTH EXTERNAL ${uid}\r\n`);
    await new Promise<void>((resolve) => socket.once("data", () => resolve()));
    socket.write("BEGIN\r\n");
    socket.on("data", (data) => this.take(data));
    await this.askBus("Hello", "", []);
    await this.askBus("RequestName", "su", ["org.freedesktop.UDisks2", 0]);
  }

  /** Calls a method of the bus itself, and resolves with the bus's next reply. */
  private askBus(member: string, signature: string, args: readonly unknown[]): Promise<void> {
    const name = "org.freedesktop.DBus";
    const fields = [
      [1, "o", "/org/freedesktop/DBus"],
      [2, "s", name],
      [3, "s", member],
      [6, "s", name],
    ] as const;
    this.send(1, fields, signature, args);
    return new Promise((resolve) => this.waiting.push(resolve));
  }

  private take(data: Buffer): void {
    this.received = Buffer.concat([this.received, data]);
    for (;;) {
      if (this.received.length < 16) {
        return;
      }
      const headerBytes = aligned(16 + this.received.readUInt32LE(12), 8);
      const length = headerBytes + this.received.readUInt32LE(4);
      if (this.received.length < length) {
        return;
      }
      const message = this.received.subarray(0, length);
      this.received = this.received.subarray(length);
      this.handle(message, headerBytes);
    }
  }

  private handle(message: Buffer, headerBytes: number): void {
    const type = message.readUInt8(1);
    const flags = message.readUInt8(2);
    const serial = message.readUInt32LE(8);
    const fields = new Map(
      (new Reader(message, 12).value("a(yv)") as [number, unknown][]).map(([code, value]) => [
        code,
        value,
      ]),
    );
    if (type === 2) {
      this.waiting.shift()?.();
      return;
    }
    if (type !== 1) {
      return;
    }
    const body = new Reader(message.subarray(headerBytes), 0);
    const call: BusCall = {
      path: String(fields.get(1)),
      interface: String(fields.get(2)),
      member: String(fields.get(3)),
      args: typesIn(String(fields.get(8) ?? "")).map((each) => body.value(each)),
      isInteractive: (flags & 4) !== 0,
    };
    this.calls.push(call);
    const answer = this.answer(call);
    const to = [
      [5, "u", serial],
      [6, "s", String(fields.get(7))],
    ] as const;
    if (answer instanceof Error) {
      this.send(3, [...to, [4, "s", answer.name]], "s", [answer.message]);
    } else if (answer !== null) {
      this.send(2, to, answer[0], [answer[1]]);
    }
  }

  private send(
    type: number,
    fields: readonly (readonly [number, string, unknown])[],
    signature: string,
    args: readonly unknown[],
  ): void {
    const body = new Writer();
    for (const [place, each] of typesIn(signature).entries()) {
      body.value(each, args[place]);
    }
    const all = signature === "" ? fields : [...fields, [8, "g", signature] as const];
    const header = new Writer();
    this.serial += 1;
    header.value("y", "l".charCodeAt(0));
    header.value("y", type);
    header.value("y", 0);
    header.value("y", 1);
    header.value("u", body.bytes.length);
    header.value("u", this.serial);
    header.value(
      "a(yv)",
      all.map(([code, of, value]) => [code, [of, value]]),
    );
    header.align(8);
    this.socket?.write(Buffer.from([...header.bytes, ...body.bytes]));
  }
}

function aligned(at: number, to: number): number {
  return Math.ceil(at / to) * to;
}

/** Splits a D-Bus signature into its complete types, in order. */
function typesIn(signature: string): string[] {
  const found: string[] = [];
  for (let at = 0; at < signature.length; ) {
    const end = endOf(signature, at);
    found.push(signature.slice(at, end));
    at = end;
  }
  return found;
}

function endOf(signature: string, at: number): number {
  const type = signature[at];
  if (type === "a") {
    return endOf(signature, at + 1);
  }
  if (type !== "(" && type !== "{") {
    return at + 1;
  }
  let end = at + 1;
  while (signature[end] !== ")" && signature[end] !== "}") {
    end = endOf(signature, end);
  }
  return end + 1;
}

const sizes: Readonly<Record<string, number>> = {
  y: 1,
  g: 1,
  v: 1,
  q: 2,
  n: 2,
  b: 4,
  i: 4,
  u: 4,
  s: 4,
  o: 4,
  a: 4,
  t: 8,
  x: 8,
  d: 8,
  "(": 8,
  "{": 8,
};

/** Writes D-Bus values; the caller passes a variant as a pair of its signature and its value. */
class Writer {
  readonly bytes: number[] = [];

  align(to: number): void {
    while (this.bytes.length % to !== 0) {
      this.bytes.push(0);
    }
  }

  value(type: string, value: unknown): void {
    const kind = type.charAt(0);
    this.align(sizes[kind] ?? 1);
    switch (kind) {
      case "s":
      case "o":
        this.text(String(value), 4);
        return;
      case "g":
        this.text(String(value), 1);
        return;
      case "v": {
        const [of, inner] = value as [string, unknown];
        this.value("g", of);
        this.value(of, inner);
        return;
      }
      case "a":
        this.array(type.slice(1), value);
        return;
      case "(":
        for (const [place, each] of typesIn(type.slice(1, -1)).entries()) {
          this.value(each, (value as unknown[])[place]);
        }
        return;
      default:
        this.number(kind, value);
    }
  }

  private array(of: string, value: unknown): void {
    const lengthAt = this.bytes.length;
    this.bytes.push(0, 0, 0, 0);
    this.align(sizes[of.charAt(0)] ?? 1);
    const start = this.bytes.length;
    if (of.startsWith("{")) {
      const [key = "s", item = "v"] = typesIn(of.slice(1, -1));
      for (const [name, each] of Object.entries(value as object)) {
        this.align(8);
        this.value(key, name);
        this.value(item, each);
      }
    } else {
      for (const each of value as unknown[]) {
        this.value(of, each);
      }
    }
    const length = Buffer.alloc(4);
    length.writeUInt32LE(this.bytes.length - start);
    this.bytes.splice(lengthAt, 4, ...length);
  }

  private text(text: string, lengthBytes: 1 | 4): void {
    const content = Buffer.from(text, "utf8");
    const length = Buffer.alloc(lengthBytes);
    length.writeUIntLE(content.length, 0, lengthBytes);
    this.bytes.push(...length, ...content, 0);
  }

  private number(kind: string, value: unknown): void {
    const buffer = Buffer.alloc(8);
    if (kind === "d") {
      buffer.writeDoubleLE(Number(value));
    } else {
      buffer.writeBigInt64LE(BigInt(value as number));
    }
    // In little-endian order the first bytes of a 64-bit number are the same number with fewer
    // bits.
    this.bytes.push(...buffer.subarray(0, sizes[kind] ?? 4));
  }
}

/** Reads D-Bus values that callers send: texts, numbers, and dictionaries of options. */
class Reader {
  constructor(
    private readonly bytes: Buffer,
    private at: number,
  ) {}

  value(type: string): unknown {
    const kind = type.charAt(0);
    this.at = aligned(this.at, sizes[kind] ?? 1);
    switch (kind) {
      case "y":
        this.at += 1;
        return this.bytes.readUInt8(this.at - 1);
      case "s":
      case "o":
        return this.text(4);
      case "g":
        return this.text(1);
      case "v":
        return this.value(String(this.value("g")));
      case "b":
      case "u":
        this.at += 4;
        return this.bytes.readUInt32LE(this.at - 4);
      case "a":
        return this.array(type.slice(1));
      case "(":
      case "{":
        return typesIn(type.slice(1, -1)).map((each) => this.value(each));
      default:
        throw new Error(`no caller of UDisks is known to send ${type}`);
    }
  }

  private array(of: string): unknown {
    const length = Number(this.value("u"));
    this.at = aligned(this.at, sizes[of.charAt(0)] ?? 1);
    const end = this.at + length;
    const items: unknown[] = [];
    while (this.at < end) {
      items.push(this.value(of));
    }
    return of.startsWith("{") ? Object.fromEntries(items as [string, unknown][]) : items;
  }

  private text(lengthBytes: 1 | 4): string {
    const length = this.bytes.readUIntLE(this.at, lengthBytes);
    const start = this.at + lengthBytes;
    this.at = start + length + 1;
    return this.bytes.toString("utf8", start, start + length);
  }
}
