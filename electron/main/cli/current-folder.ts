/** `null` where it was removed, or its path is longer than the system takes: asking throws there. */
export function currentFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}
