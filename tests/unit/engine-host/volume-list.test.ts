import { describe, expect, it } from "vitest";
import type { HostEvent } from "#contract/engine-messages";
import { VolumeList } from "../../../electron/engine-host/volume-list";
import { fakeNativeEngine } from "../../helpers/fake-native-engine";
import { facts, named } from "../../helpers/windows-volume";

function listing(
  readVolume: (path: string) => Promise<typeof facts>,
  volumes = [named("C:\\"), named("D:\\"), named("Z:\\", true)],
) {
  const events: HostEvent[] = [];
  const list = new VolumeList(
    { type: "list-volumes" },
    (event) => events.push(event),
    () =>
      fakeNativeEngine({
        listVolumes: async () => volumes,
        readVolume: ({ path }) => readVolume(path),
      }),
  );
  return { list, events };
}

describe("the volume list of the Windows host", () => {
  it("sends all names first, then the facts of each local volume, or null for an unreadable volume", async () => {
    const asked: string[] = [];
    const { list, events } = listing(async (path) => {
      asked.push(path);
      if (path === "D:\\") {
        throw new Error("refused");
      }
      return facts;
    });
    await list.run();
    expect(events.map(({ type }) => type)).toEqual(["volumes", "volume", "volume", "finished"]);
    expect(events).toContainEqual({ type: "volume", path: "C:\\", facts });
    expect(events).toContainEqual({ type: "volume", path: "D:\\", facts: null });
    expect(asked).toEqual(["C:\\", "D:\\"]);
  });

  it("does not query a volume without a mount point", async () => {
    const asked: string[] = [];
    // The window does not show a volume without a mount point.
    const recovery = { ...named("\\\\?\\Volume{re}\\"), mountPoints: [] };
    const { list, events } = listing(
      async (path) => {
        asked.push(path);
        return facts;
      },
      [named("C:\\"), recovery],
    );
    await list.run();
    expect(asked).toEqual(["C:\\"]);
    expect(events.map(({ type }) => type)).toEqual(["volumes", "volume", "finished"]);
  });

  it("reports the other volumes even while one volume does not answer", async () => {
    const { list, events } = listing((path) =>
      path === "C:\\" ? new Promise(() => undefined) : Promise.resolve(facts),
    );
    void list.run();
    const kinds = () => events.map(({ type }) => type);
    await expect.poll(kinds, { timeout: 30_000 }).toEqual(["volumes", "volume"]);
    expect(events[1]).toMatchObject({ path: "D:\\", facts });
  });
});
