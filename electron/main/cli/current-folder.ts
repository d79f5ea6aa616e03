/**
 * The current folder; `null` if it was removed or its path is too long: `process.cwd()` then
 * throws.
 */
export function currentFolder(): string | null {
  try {
    return process.cwd();
  } catch {
    return null;
  }
}
