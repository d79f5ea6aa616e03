import { type HostEvent, type HostRequest, hostEventSchema } from "#contract/engine-messages";
import type { OperatingSystem } from "#contract/flush-mode";
import type { RunPlan } from "#contract/run-plan";
import type { NativeEngine } from "#native/index";
import { Bench, type Surroundings } from "../../electron/engine-host/bench";
import type { Whereabouts } from "../../electron/engine-host/held-folder";
import { InspectionRunner } from "../../electron/engine-host/inspection-runner";
import { DeviceEvidence } from "../../electron/engine-host/readings/device-evidence";
import { FakeCapacitySession } from "./fake-capacity-session";
import { FakeCommitSession, fakeVariants } from "./fake-commit-session";
import { FakeDocumentSession, fakeDocumentWays } from "./fake-document-session";
import { fakeNativeEngine } from "./fake-native-engine";
import { FakeParallelSession } from "./fake-parallel-session";
import { asError, type FakeSession } from "./fake-session";

/** Runs workloads of the engine host over a fake session and collects their events. */

export function requestFor(plan: RunPlan): Extract<HostRequest, { type: "start" }> {
  return {
    type: "start",
    runId: "run-1",
    plan,
    directory: "/somewhere",
    folderDevice: null,
    evidenceDevices: [],
    followedDevices: [],
    diskDevices: [],
  };
}

function engineWith(session: FakeSession): NativeEngine {
  return fakeNativeEngine({
    modes: session.modes,
    commitVariants: fakeVariants,
    openSession: () => session,
    removeLeftovers: async () => {
      if (session.leftoversFault !== null) {
        throw asError(session.leftoversFault);
      }
      return session.closed ? session.leftovers : [];
    },
    sleptNs: () => session.sleep.sleptNs,
    openCommitSession: () => new FakeCommitSession(),
    openCapacitySession: () => new FakeCapacitySession(),
    documentWays: fakeDocumentWays,
    openDocumentSession: () => new FakeDocumentSession(),
    openParallelSession: () => new FakeParallelSession(),
  });
}

const nothing = () => Promise.reject(new Error("this system tells nothing"));

/** Reads no evidence of this computer: other programs must not change what the tests see. */
const noEvidence = new DeviceEvidence(
  { evidenceDevices: [], followedDevices: [], diskDevices: [] },
  { read: nothing, list: nothing },
);

/**
 * A fake of the inspected folder that the engine host keeps open; `whereabouts` tells whether its
 * drive is still there.
 */
export function fakeFolder(whereabouts: () => Whereabouts = () => "here") {
  return { descriptor: 42, whereabouts: async () => whereabouts(), close: async () => undefined };
}

/** Collects events, and throws on events that the main process would refuse. */
function collector() {
  const events: HostEvent[] = [];
  const emit = (event: HostEvent) => {
    hostEventSchema.parse(event);
    events.push(event);
  };
  return { events, emit };
}

export function runnerOver(
  engine: NativeEngine,
  plan: RunPlan,
  os: OperatingSystem = "linux",
  folder = fakeFolder(),
) {
  const { events, emit } = collector();
  const inspection = new InspectionRunner(
    requestFor(plan),
    emit,
    os,
    () => engine,
    () => noEvidence,
    async () => folder,
  );
  return { inspection, events };
}

export const fakeRunner = (
  session: FakeSession,
  plan: RunPlan,
  os?: OperatingSystem,
  folder?: ReturnType<typeof fakeFolder>,
) => runnerOver(engineWith(session), plan, os, folder);

export function benchOver(engine: NativeEngine, plan: RunPlan, around: Partial<Surroundings> = {}) {
  const { events, emit } = collector();
  return { bench: new Bench(engine, requestFor(plan), emit, around), events };
}

export const fakeBench = (session: FakeSession, plan: RunPlan, around?: Partial<Surroundings>) =>
  benchOver(engineWith(session), plan, around);

export const ofType = <T extends HostEvent["type"]>(events: readonly HostEvent[], type: T) =>
  events.filter((event): event is Extract<HostEvent, { type: T }> => event.type === type);
