import { describe, expect, it } from "vitest";
import { importsOf, productFiles, targetOf } from "../helpers/product-imports";

/**
 * No file of the product imports itself through other files, not even for a type: to understand a
 * file one need not know the files that use it.
 */

type Graph = ReadonlyMap<string, readonly string[]>;

/** Groups of files that import each other in a circle. */
function circlesIn(graph: Graph): string[][] {
  const numbers = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  // Tarjan's strongly connected components.
  const visit = (file: string) => {
    const number = numbers.size;
    numbers.set(file, number);
    let low = number;
    open.push(file);
    for (const next of graph.get(file) ?? []) {
      if (!numbers.has(next)) {
        visit(next);
        low = Math.min(low, lowest.get(next) ?? low);
      } else if (open.includes(next)) {
        low = Math.min(low, numbers.get(next) ?? low);
      }
    }
    lowest.set(file, low);
    if (low === number) {
      const group = open.splice(open.indexOf(file));
      if (group.length > 1) {
        circles.push(group.sort());
      }
    }
  };
  for (const file of graph.keys()) {
    if (!numbers.has(file)) {
      visit(file);
    }
  }
  return circles;
}

function importsOfProduct(): Graph {
  const places = new Map(
    productFiles.flatMap((file) => {
      const place = file.replace(/\.[jt]sx?$/, "");
      return [place, place.replace(/\/index$/, ""), file].map((name) => [name, file] as const);
    }),
  );
  return new Map(
    productFiles.map((file) => [
      file,
      importsOf(file).flatMap(({ source }) => {
        // The compiler also finds report.ts by the name "report.js", and an index file by its
        // folder's name and "/".
        const target = targetOf(file, source).replace(/\.jsx?$|\/$/, "");
        return places.get(target) ?? [];
      }),
    ]),
  );
}

describe("circlesIn()", () => {
  it("returns the files of every circular import", () => {
    const graph = new Map([
      ["a", ["b", "d"]],
      ["b", ["c"]],
      ["c", ["b", "a"]],
      ["d", ["e"]],
      ["e", ["f"]],
      ["f", ["e"]],
    ]);
    expect(circlesIn(graph)).toEqual([
      ["e", "f"],
      ["a", "b", "c"],
    ]);
    expect(circlesIn(new Map([...graph, ["c", ["d"]]]))).toEqual([["e", "f"]]);
  });

  it("returns nothing for the product's source files, which contain no circular import", () => {
    const graph = importsOfProduct();
    // Checks that imports by name, of an index file and by a relative path are found.
    const known = [...graph.values()].flat();
    expect(known.length).toBeGreaterThan(3000);
    expect(known).toContain("electron/contract/report.ts");
    expect(known).toContain("electron/analysis/workloads/index.ts");
    expect(circlesIn(graph)).toEqual([]);
  });
});
