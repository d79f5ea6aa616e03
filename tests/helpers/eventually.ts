import { vi } from "vitest";

/** Repeats a check until it passes. On a busy computer the default limit of one second is too short. */
export function eventually<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, { timeout: 30_000 });
}
