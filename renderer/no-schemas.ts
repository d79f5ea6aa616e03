/**
 * Replaces zod in the page's scripts. Only main validates with the contract's schemas; in the page,
 * zod and hundreds of schemas would delay the first paint. Here a schema does nothing, and
 * validating with one throws.
 */
const checks: ReadonlySet<string | symbol> = new Set([
  ...["parse", "safeParse", "parseAsync", "safeParseAsync"],
  ...["shape", "options"],
]);

const nothing: unknown = new Proxy(() => undefined, {
  get(_target, name) {
    if (checks.has(name)) {
      throw new Error(`the page has no schemas: ${String(name)}`);
    }
    return nothing;
  },
  apply: () => nothing,
});

export const z = nothing;
