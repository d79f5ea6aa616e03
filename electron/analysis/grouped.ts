/** The entries that have the same key, in the order in which the keys first occur. */
export function grouped<Entry>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => string,
): [Entry, ...Entry[]][] {
  const groups = new Map<string, [Entry, ...Entry[]]>();
  for (const entry of entries) {
    const group = groups.get(keyOf(entry));
    if (group === undefined) {
      groups.set(keyOf(entry), [entry]);
    } else {
      group.push(entry);
    }
  }
  return [...groups.values()];
}
