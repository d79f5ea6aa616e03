import { afterEach, expect, it, vi } from "vitest";
import type { InspectionDependencies } from "../../../../electron/main/inspection/inspection-service";

const { powerMonitor } = vi.hoisted(() => ({ powerMonitor: { onBatteryPower: false } }));

vi.mock("electron", () => ({ powerMonitor }));
// Keeps what the program gives to it.
vi.mock("../../../../electron/main/inspection/inspection-service", () => ({
  InspectionService: class {
    constructor(readonly dependencies: InspectionDependencies) {}
  },
}));

const { platform } = process;
afterEach(() => {
  Object.defineProperty(process, "platform", { value: platform });
  Reflect.deleteProperty(process, "type");
  vi.resetModules();
});

it("on Windows the report of an inspection names the power source that Electron reports", async () => {
  vi.resetModules(); // tests of other files have loaded these modules without the mocks
  const { createInspection } = await import("../../../../electron/main/create-inspection");
  Object.defineProperty(process, "platform", { value: "win32" });
  Object.defineProperty(process, "type", { value: "browser", configurable: true });
  powerMonitor.onBatteryPower = true;
  type Parts = Parameters<typeof createInspection>;
  const [spawn, leftovers, health, volumes] = [{}, {}, {}, {}] as unknown as Parts;
  const created: unknown = createInspection(spawn, leftovers, health, volumes);
  const { dependencies } = created as { dependencies: InspectionDependencies };
  expect((await dependencies.readHost()).powerSource).toBe("battery");
});
