/**
 * Stands for zod in the page's scripts. The contract describes with it what main checks; the page
 * checks nothing, and would read a library and make hundreds of schemas before its first picture.
 * Here a schema is nothing, and whoever would check with it is told.
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
