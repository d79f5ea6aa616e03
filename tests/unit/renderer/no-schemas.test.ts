import { expect, it } from "vitest";
import { z } from "../../../renderer/no-schemas";

/** Tests the stand-in for zod in the page's scripts. */

const schemas = z as typeof import("zod").z;

it("the stand-in for zod accepts descriptions of objects, texts and unions", () => {
  const part = schemas.object({ name: schemas.string().max(3).nullable() });
  expect(() => schemas.discriminatedUnion("name", [part]).optional()).not.toThrow();
});

it("the stand-in for zod throws if code parses a value with a schema or reads the shape of a schema", () => {
  const schema = schemas.object({});
  expect(() => schema.parse({})).toThrow("the page has no schemas: parse");
  expect(() => schema.safeParse({})).toThrow("the page has no schemas: safeParse");
  expect(() => schema.shape).toThrow("the page has no schemas: shape");
});
