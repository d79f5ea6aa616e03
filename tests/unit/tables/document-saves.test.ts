import { expect, it } from "vitest";
import { hiddenTexts } from "#tables/table";
import { tables } from "#tables/workloads/document-saves";
import { type SampleOptions, sampleReport } from "../../helpers/sample-report";

/** The ways of saving in the table, without repetition. */
function waysOn(options: SampleOptions): string[] {
  const [table] = tables(sampleReport({ ...options, documents: {} }));
  const names = table === undefined ? [] : hiddenTexts(table).rows.map(([name = ""]) => name);
  return [...new Set(names.map((name) => name.replace(/^[^,]*, /, "")))];
}

it('the table of saved documents calls no saves "confirmed" if a flush guarantees nothing on the volume', () => {
  expect(waysOn({})).toEqual(["not confirmed", "confirmed"]);
  expect(waysOn({ drive: { kind: "network" } })).toEqual(["not confirmed", "confirmed"]);
  expect(waysOn({ volume: { fileSystem: "tmpfs" } })).toEqual(["not confirmed", "with fsync"]);
  const dropped = { fileSystem: "overlay", mountOptions: "rw,volatile" };
  expect(waysOn({ volume: dropped })).toEqual(["not confirmed", "with fsync"]);
});

it("the table of saved documents says which ways of saving only hand the data over to the drive", () => {
  const handedOver = "handed over to the drive";
  expect(waysOn({ os: "macos" })).toEqual(["not confirmed", handedOver, "confirmed by the drive"]);
  expect(waysOn({ volume: { mountOptions: "rw,nobarrier" } })).toEqual([
    "not confirmed",
    handedOver,
  ]);
});
