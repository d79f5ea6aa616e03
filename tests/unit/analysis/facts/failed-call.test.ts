import { expect, it } from "vitest";
import { failedCallOf } from "#analysis/facts/failed-call";

it.each([
  ["pread", "read"],
  ["ReadFile", "read"],
  ["fsync", "save"],
  ["pwrite", "save"],
  ["FlushFileBuffers", "save"],
  ["fcntl(F_FULLFSYNC)", "save"],
  ["openat", "other"],
  [null, "other"],
] as const)("failedCallOf() classifies the failed system call %s as `%s`", (syscall, wanted) => {
  expect(failedCallOf({ error: { syscall } })).toBe(wanted);
});

it('failedCallOf() returns "other" if there is no error', () => {
  expect(failedCallOf({ error: null })).toBe("other");
});
