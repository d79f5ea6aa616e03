import { expect, it } from "vitest";
import { currentBoot } from "../../../../electron/main/power-cut/current-boot";
import { nodeSystemAccess } from "../../../../electron/main/volumes/system-access";

const uuid = "6c8b2f3e-0c4a-4a0e-9f5b-0d4f5a6b7c8d";
const refuse = () => Promise.reject(new Error("EACCES"));

it("currentBoot() asks Linux and macOS for their boot identifier, and Windows for none", async () => {
  const asked: string[] = [];
  const system = {
    readFile: async (path: string) => {
      asked.push(path);
      return `${uuid}\n`;
    },
    run: async (file: string, args: readonly string[]) => {
      asked.push([file, ...args].join(" "));
      return `${uuid}\n`;
    },
  };
  expect((await currentBoot({ ...system, platform: "linux" })).id).toBe(uuid);
  expect((await currentBoot({ ...system, platform: "darwin" })).id).toBe(uuid);
  expect((await currentBoot({ ...system, platform: "win32" })).id).toBeNull();
  expect(asked).toEqual([
    "/proc/sys/kernel/random/boot_id",
    "/usr/sbin/sysctl -n kern.bootsessionuuid",
  ]);
});

it("currentBoot() returns a null identifier if the system reports no boot identifier", async () => {
  const boot = await currentBoot({ platform: "linux", readFile: refuse, run: refuse });
  expect(boot.id).toBeNull();
  expect(Date.parse(boot.at)).toBeLessThan(Date.now());
});

it.skipIf(process.platform === "win32")(
  "currentBoot() returns the same identifier in two calls without a restart in between",
  async () => {
    const boot = await currentBoot(nodeSystemAccess());
    expect(boot.id).toMatch(/^[0-9A-Fa-f-]{36}$/);
    expect((await currentBoot()).id).toBe(boot.id);
  },
);
