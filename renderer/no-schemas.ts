/**
 * Replaces zod in the page: only main validates, and zod with hundreds of schemas would delay the
 * first paint. Here a schema does nothing, and validating throws.
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
