import { defineConfig } from "vitest/config";
import { writeRegistries } from "./scripts/generate-registries.mjs";

writeRegistries();

/** Longer than anything takes on a busy computer; the default of one second is not. */
const patient = { poll: { timeout: 30_000 } };

export default defineConfig({
  test: {
    projects: [
      {
        // Loading the modules anew for each of so many files took more than half of the time. So the
        // files share them: a test puts back the clock, the environment and every spy itself.
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
          pool: "threads",
          isolate: false,
          maxWorkers: "100%",
          // After the engine's, where one check runs both: they want other numbers of workers.
          sequence: { groupOrder: 2 },
          // Some start programs, which take their time on a busy machine.
          testTimeout: 60_000,
          expect: patient,
        },
      },
      {
        // Real files and real drives, which is mostly waiting: three files at a time.
        test: {
          name: "native",
          include: ["tests/native/*.test.ts"],
          maxWorkers: 3,
          // As for the unit tests, the files share their modules.
          isolate: false,
          // Longer than anything takes on a busy computer.
          testTimeout: 600_000,
          hookTimeout: 180_000,
          expect: patient,
        },
      },
      {
        // What the computer's own disk counts, which nobody else may flush meanwhile: after the others.
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
        // A fake main process touches no drive: two windows at a time.
        test: {
          name: "screens",
          include: ["tests/window/mocked/**/*.test.ts"],
          maxWorkers: 2,
          // Loading the modules takes as long as several tests, and they keep no state.
          isolate: false,
          setupFiles: ["tests/helpers/mock-app/screens-setup.ts"],
          expect: patient,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        // The whole program, which mostly waits: for a drive, for a countdown, for a phone. Each test
        // has folders, ports and a run lock of its own, except on Windows, whose lock is the user's.
        test: {
          name: "window",
          include: ["tests/window/*.test.ts"],
          maxWorkers: process.platform === "win32" ? 1 : 2,
          // As for the screens: the files share their modules.
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          expect: patient,
        },
      },
      {
        // A hundred thousand hostile calls, for minutes.
        test: {
          name: "hostile",
          include: ["tests/hostile/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 1_800_000,
          hookTimeout: 60_000,
        },
      },
      {
        // The app as `npm run package` leaves it.
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
        // Whole runs killed at moments by chance, one after the other.
        test: {
          name: "kills",
          include: ["tests/kills/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 3_600_000,
        },
      },
      {
        // Drives made for the purpose, which often wait as told: four files at a time.
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
        // What a witness costs the writer, which nobody else may hold up meanwhile: after the others.
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
