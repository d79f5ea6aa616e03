import { describe, expect, it } from "vitest";
import { isSmallCall } from "#contract/call-size";
import { ipcCalls } from "#contract/ipc-schema";

/** A schema's definition, as zod stores it. */
interface Definition {
  readonly type: string;
  readonly shape?: Record<string, Schema>;
  readonly items?: readonly Schema[];
  readonly options?: readonly Schema[];
  readonly element?: Schema;
  readonly innerType?: Schema;
  readonly catchall?: Schema;
  readonly rest?: Schema | null;
  readonly checks?: readonly { readonly _zod: { readonly def: { readonly check: string } } }[];
}
interface Schema {
  readonly _zod: { readonly def: Definition };
}

const withoutParts = ["boolean", "enum", "literal", "number", "never"];

/** Paths in a schema at which it accepts a value of unlimited size. */
function unbounded(schema: Schema, place: string): string[] {
  const { def } = schema._zod;
  const hasBound = (check: string) =>
    def.checks?.some(({ _zod }) => _zod.def.check === check) ?? false;
  const own = (isBounded: boolean) => (isBounded ? [] : [place]);
  switch (def.type) {
    case "string":
      return own(hasBound("max_length") || hasBound("length_equals"));
    case "array":
      return [
        ...own(hasBound("max_length") || hasBound("length_equals")),
        ...unbounded(def.element as Schema, `${place}[]`),
      ];
    case "tuple":
      return [
        ...own(!def.rest),
        ...(def.items ?? []).flatMap((item, index) => unbounded(item, `${place}[${index}]`)),
      ];
    case "object":
      return [
        ...own(def.catchall?._zod.def.type === "never"),
        ...Object.entries(def.shape ?? {}).flatMap(([key, part]) =>
          unbounded(part, `${place}.${key}`),
        ),
      ];
    case "union":
      return (def.options ?? []).flatMap((option) => unbounded(option, place));
    case "optional":
    case "nullable":
    case "default":
      return unbounded(def.innerType as Schema, place);
    default:
      // A type of schema that this function does not know may accept anything.
      return withoutParts.includes(def.type) ? [] : [`${place}: ${def.type}`];
  }
}

it.each(Object.entries(ipcCalls))(
  "the parameter schema of the IPC call %s limits each text and list in length and refuses unknown properties",
  (name, { parameters }) => {
    expect(unbounded(parameters as unknown as Schema, name)).toEqual([]);
  },
);

describe("isSmallCall()", () => {
  const start = {
    volumeId: "x".repeat(4096),
    tests: ["flush-modes"],
    changes: { engines: ["mdbx"] },
  };
  const cyclic: unknown[] = [];
  cyclic.push(cyclic, cyclic);
  const deep = Array.from({ length: 100_000 }).reduce<unknown>((inner) => [inner], 0);
  const wide = Object.fromEntries(Array.from({ length: 1e5 }, (_, index) => [index, 0]));

  it.each([[[]], [[start]], [[null, undefined, 1, true]], [[Object.create(null)]]])(
    "accepts a call with few and short arguments",
    (args) => {
      expect(isSmallCall(args)).toBe(true);
    },
  );

  it.each<[string, unknown]>([
    ["a long text", ["x".repeat(65_537)]],
    ["many texts of great total length", Array(20).fill("x".repeat(4096))],
    ["an object with a long property name", [{ ["x".repeat(65_537)]: 1 }]],
    ["a long list", [Array(1001).fill(0)]],
    ["a sparse list of great length", [Array(4e9)]],
    ["many lists", Array(999).fill(Array(999).fill(0))],
    ["a deeply nested list", deep],
    ["a list that contains itself", cyclic],
    ["an object with many properties", wide],
    ["a typed array", [new Uint8Array(10)]],
    ["an array buffer", [new ArrayBuffer(10)]],
    ["a map", [new Map([[1, 2]])]],
    ["a date", [new Date()]],
    ["an error", [new Error("x")]],
    ["a regular expression", [/x/]],
  ])("rejects %s", (_what, args) => {
    expect(isSmallCall(args)).toBe(false);
  });
});
