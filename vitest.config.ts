import { defineConfig } from "vitest/config";
import { writeRegistries } from "./scripts/generate-registries.mjs";

writeRegistries();

/** Time limit of `expect.poll`: on a busy computer its default of one second is too short. */
const patient = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        // The unit tests share their modules and a thread, because loading the modules anew for
        // each file took more than half of the time. So a test itself restores the clock, the
        // environment and every spy that it replaced.
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          pool: "threads",
          isolate: false,
          maxWorkers: "100%",
          // The unit tests run after the native tests if one command runs both, because vitest
          // requires projects of one group to have the same number of workers.
          sequence: { groupOrder: 2 },
          // Some unit tests start programs, which are slow on a busy machine.
          testTimeout: 60_000,
          expect: patient,
        },
      },
      {
        // The native tests use real files and drives and mostly wait, so three files run at a time.
        test: {
          name: "native",
          include: ["tests/native/*.test.ts"],
          maxWorkers: 3,
          // The files share their modules, as the unit tests do.
          isolate: false,
          // Ten minutes: longer than any native test takes on a busy computer.
          testTimeout: 600_000,
          hookTimeout: 180_000,
          expect: patient,
        },
      },
      {
        // These tests read what the kernel counts for the computer's own disk. Flushes of other
        // tests would disturb the counts, so they run alone, after the others.
        test: {
          name: "native-alone",
          include: ["tests/native/alone/*.test.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
          expect: patient,
        },
      },
      {
        // The window over a fake main process touches no drive, so two windows run at a time.
        test: {
          name: "screens",
          include: ["tests/window/mocked/**/*.test.ts"],
          maxWorkers: 2,
          // The files share their modules: loading them takes as long as several tests, and the
          // modules keep no state.
          isolate: false,
          setupFiles: ["tests/helpers/mock-app/screens-setup.ts"],
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The whole program mostly waits: for a drive, for a countdown, for a phone. Each test has
        // its own folders, ports and run lock, except on Windows, where all runs of a user share
        // one lock.
        test: {
          name: "window",
          include: ["tests/window/*.test.ts"],
          maxWorkers: process.platform === "win32" ? 1 : 2,
          // The files share their modules, as those of the project `screens` do.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        // The hostile calls to main: a hundred thousand, which take minutes.
        test: {
          name: "hostile",
          include: ["tests/hostile/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Tests of the app that `npm run package` makes.
        test: {
          name: "packaged",
          include: ["tests/packaged/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          expect: patient,
        },
      },
      {
        // Whole runs that are killed at random moments, one after the other.
        test: {
          name: "kills",
          include: ["tests/kills/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 3_600_000,
        },
      },
      {
        // The laboratory's simulated drives, which often wait on purpose: four files at a time.
        test: {
          name: "lab",
          include: ["tests/lab/**/*.test.ts"],
          exclude: ["tests/lab/alone/**"],
          maxWorkers: 4,
          testTimeout: 180_000,
          hookTimeout: 180_000,
          expect: patient,
        },
      },
      {
        // Measures how much a witness slows the writer down. Other tests would disturb that, so it
        // runs alone, after the others.
        test: {
          name: "lab-alone",
          include: ["tests/lab/alone/*.test.ts"],
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          expect: patient,
        },
      },
    ],
  },
});
