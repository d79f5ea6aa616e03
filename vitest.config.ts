import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: "unit",
          include: ["tests/unit/**/*.test.ts"],
        },
      },
      {
        // Real files and real drives: one file at a time, so that the tests do not load each other.
        test: {
          name: "native",
          include: ["tests/native/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        // A main process that is played touches no drive: two windows at a time.
        test: {
          name: "screens",
          include: ["tests/window/mocked/**/*.test.ts"],
          maxWorkers: 2,
          // Loading the modules takes as long as several tests, and they keep no state.
          isolate: false,
          setupFiles: ["tests/helpers/mock-app/screens-setup.ts"],
          // Longer than anything takes on a busy computer; the default of one second is not.
          expect: { poll: { timeout: 15_000 } },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        test: {
          name: "window",
          include: ["tests/window/*.test.ts"],
          fileParallelism: false,
          testTimeout: 120_000,
          hookTimeout: 120_000,
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
        },
      },
      {
        // Drives made for the purpose, one after the other: they share the processor.
        test: {
          name: "lab",
          include: ["tests/lab/**/*.test.ts"],
          fileParallelism: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
