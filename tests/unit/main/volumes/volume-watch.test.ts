import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Volume } from "#contract/volume";
import { pollForChange } from "../../../../electron/main/volumes/volume-source";
import { guest } from "./guest";

describe("pollForChange()", () => {
  it("reports nothing and stops polling after a stop, even during a poll", async () => {
    vi.useFakeTimers();
    try {
      const onChange = vi.fn();
      let answer: (text: string) => void = () => undefined;
      const signature = vi.fn(() => new Promise<string>((resolve) => (answer = resolve)));
      const stop = pollForChange(signature, 1000, onChange, () => undefined);
      answer("a");
      await vi.advanceTimersByTimeAsync(1000);
      expect(signature).toHaveBeenCalledTimes(2);
      stop();
      answer("b");
      await vi.advanceTimersByTimeAsync(10_000);
      expect(onChange).not.toHaveBeenCalled();
      expect(signature).toHaveBeenCalledTimes(2);
    } finally {
      vi.useRealTimers();
    }
  });
});

describe("the watch on the volume list", () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const root = "    43 42 254:0 / / rw - ext4 /dev/vda rw";
  const stick = "    95 43 7:0 / /mnt/test/stick rw - ext4 /dev/loop0 rw";
  const table = (...lines: string[]) => ["/proc/self/mountinfo:", ...lines].join("\n");

  async function watched() {
    const { machine, service } = await guest({ change: table(root) });
    const lists: string[][] = [];
    const errors: unknown[] = [];
    const stop = service.watch(
      (volumes: Volume[]) => lists.push(volumes.map(({ mountPoint }) => mountPoint)),
      (error) => errors.push(error),
    );
    const look = async () => {
      await vi.advanceTimersByTimeAsync(2000);
      // The list is read by real promises, some of which need several turns of the event loop.
      for (let turn = 0; turn < 50; turn += 1) {
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await look();
    return { machine, lists, errors, stop, look };
  }

  it("reports an added and a removed volume once each", async () => {
    const { machine, lists, errors, stop, look } = await watched();
    expect(lists).toEqual([]);
    machine.change(table(root, stick));
    await look();
    await look();
    expect(lists).toEqual([["/", "/mnt/test/stick"]]);
    machine.change(table(root));
    await look();
    expect(lists).toEqual([["/", "/mnt/test/stick"], ["/"]]);
    expect(errors).toEqual([]);
    stop();
  });

  it("reports nothing for mounts that the list does not show", async () => {
    const { machine, lists, stop, look } = await watched();
    machine.change(table(root, "    96 43 0:99 / /run/lock rw - tmpfs tmpfs rw"));
    await look();
    await look();
    expect(lists).toEqual([]);
    stop();
  });

  it("reports nothing after a stop and leaves no timer", async () => {
    const { machine, lists, stop, look } = await watched();
    stop();
    machine.change(table(root, stick));
    await look();
    await look();
    expect(lists).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("reports a failed poll and continues to poll", async () => {
    const { machine, lists, errors, stop, look } = await watched();
    const readFile = machine.readFile;
    const failing = vi.spyOn(machine, "readFile").mockRejectedValue(new Error("too many files"));
    await look();
    expect(errors.length).toBeGreaterThan(0);
    failing.mockImplementation(readFile);
    machine.change(table(root, stick));
    await look();
    await look();
    expect(lists).toEqual([["/", "/mnt/test/stick"]]);
    stop();
  });
});
