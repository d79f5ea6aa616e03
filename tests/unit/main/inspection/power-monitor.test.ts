import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { InspectionDependencies } from "../../../../electron/main/inspection/inspection-service";
import { eventually } from "../../../helpers/eventually";

type Program = typeof import("../../../../electron/main/create-inspection");

const { powerMonitor, sleepAnnounced } = vi.hoisted(() => ({
  powerMonitor: {} as { onBatteryPower: boolean } & EventEmitter,
  sleepAnnounced: vi.fn(),
}));

vi.mock("electron", () => ({ powerMonitor }));
// Stores the dependencies that the program passes.
vi.mock("../../../../electron/main/inspection/inspection-service", () => ({
  InspectionService: class {
    readonly sleepAnnounced = sleepAnnounced;
    constructor(readonly dependencies: InspectionDependencies) {}
  },
}));

const { platform } = process;
beforeEach(() => {
  Object.assign(powerMonitor, EventEmitter.prototype, { onBatteryPower: true });
  Object.defineProperty(process, "type", { value: "browser", configurable: true });
  // loads the modules again, because tests of other files have loaded them without the mocks
  vi.resetModules();
});
afterEach(() => {
  Object.defineProperty(process, "platform", { value: platform });
  Reflect.deleteProperty(process, "type");
  vi.resetModules();
});

it("on Windows the report of an inspection names the power source that Electron reports", async () => {
  const { createInspection } = await import("../../../../electron/main/create-inspection");
  Object.defineProperty(process, "platform", { value: "win32" });
  type Parts = Parameters<Program["createInspection"]>;
  const [spawn, leftovers, health, volumes] = [{}, {}, {}, {}] as unknown as Parts;
  const created: unknown = createInspection(spawn, leftovers, health, volumes);
  const { dependencies } = created as { dependencies: InspectionDependencies };
  expect((await dependencies.readHost()).powerSource).toBe("battery");
});

it("an inspection is notified when the system announces that the computer goes to sleep", async () => {
  const { createProgram } = await import("../../../../electron/main/create-inspection");
  const [spawn, volumes] = [{}, {}] as unknown as Parameters<Program["createProgram"]>;
  createProgram(spawn, volumes, null);
  await eventually(() => expect(powerMonitor.listenerCount("suspend")).toBe(1));
  expect(sleepAnnounced).not.toHaveBeenCalled();
  powerMonitor.emit("suspend");
  expect(sleepAnnounced).toHaveBeenCalledOnce();
});
