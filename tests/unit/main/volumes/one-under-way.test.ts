import { expect, it, vi } from "vitest";
import { HealthReader } from "../../../../electron/main/health/read-health";
import { OneUnderWay } from "../../../../electron/main/volumes/one-under-way";
import {
  nodeSystemAccess,
  type SystemAccess,
} from "../../../../electron/main/volumes/system-access";
import { Udisks } from "../../../../electron/main/volumes/udisks";
import { machineOf } from "../../../fixtures/volumes/machine";
import { sampleVolume } from "../../../helpers/sample-volume";

it("OneUnderWay shares the running request among callers with the same key, and starts a new request afterwards", async () => {
  const underWay = new OneUnderWay<number>();
  const ends: ((value: number) => void)[] = [];
  const ask = (key: string) =>
    underWay.ask(key, () => new Promise<number>((resolve) => ends.push(resolve)));
  const first = [ask("a"), ask("a"), ask("b")];
  expect(ends).toHaveLength(2);
  ends[0]?.(1);
  ends[1]?.(2);
  expect(await Promise.all(first)).toEqual([1, 1, 2]);
  const failing = underWay.ask("a", () => Promise.reject(new Error("broken")));
  await expect(failing).rejects.toThrow("broken");
  const again = ask("a");
  ends[2]?.(3);
  expect(await again).toBe(3);
});

it("HealthReader queries UDisks once per disk while UDisks hangs", async () => {
  const run = vi.fn<SystemAccess["run"]>(() => new Promise<never>(() => undefined));
  const system: SystemAccess = { ...machineOf(""), platform: "linux", run };
  const reader = new HealthReader(async () => ({}), system);
  const { drive } = sampleVolume();
  for (let asked = 0; asked < 64; asked += 1) {
    void reader.read({ drive, physicalDisks: ["nvme0n1"] });
    void reader.read({ drive, physicalDisks: ["nvme1n1"] });
  }
  await new Promise((resolve) => setImmediate(resolve));
  const disks = run.mock.calls.map(([, args]) => args.find((arg) => arg.includes("block_devices")));
  expect(disks.map((path) => path?.split("/").at(-1)).sort()).toEqual(["nvme0n1", "nvme1n1"]);
});

it("the UDisks client limits the size of the answer that it accepts", async () => {
  const limits: (number | undefined)[] = [];
  const run: SystemAccess["run"] = async (_file, _args, { mostBytes }) => {
    limits.push(mostBytes);
    return '{"type":"o","data":"/"}';
  };
  await new Udisks({ run }).driveOf("sda");
  expect(limits).toEqual([128 * 1024]);
});

it.skipIf(process.platform === "win32")(
  "SystemAccess.run() ends a program that exceeds its output limit and rejects",
  async () => {
    const { run } = nodeSystemAccess();
    const say = (bytes: number) =>
      run("head", ["-c", `${bytes}`, "/dev/zero"], { timeoutMs: 20_000, mostBytes: 1024 });
    expect(await say(1024)).toHaveLength(1024);
    await expect(say(1_000_000)).rejects.toThrow(/maxBuffer/);
  },
);
