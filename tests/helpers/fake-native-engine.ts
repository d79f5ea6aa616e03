import type { NativeEngine } from "#native/index";

/** An engine that has only the parts a test gives it; opening any other session throws. */
export function fakeNativeEngine(parts: Partial<NativeEngine> = {}): NativeEngine {
  const missing = (what: string) => () => {
    throw new Error(`this engine opens no ${what}`);
  };
  return {
    version: "1.2.3",
    modes: [],
    commitVariants: [],
    openSession: missing("session"),
    openCommitSession: missing("commit session"),
    openCapacitySession: missing("capacity session"),
    documentWays: [],
    openDocumentSession: missing("document session"),
    openParallelSession: missing("parallel session"),
    openPowerCutSession: missing("plug session"),
    readHealthPages: async () => ({
      nvmeHealth: [],
      ataAttributes: [],
      predictsFailure: null,
      temperatureCelsius: null,
      writeCache: [],
    }),
    listVolumes: async () => [],
    readVolume: missing("volume"),
    removeLeftovers: async () => [],
    sleptNs: () => 0,
    tryLock: () => true,
    removePowerCutTest: async () => true,
    ...parts,
  };
}
