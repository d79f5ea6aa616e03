import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { workloadIds } from "#contract/workloads/index";
import { homeOf } from "../../../../renderer/src/workloads";

const source = path.resolve(__dirname, "../../../../renderer/src");

describe("the homes of the workloads", () => {
  it("are the only files of the renderer that name a workload", () => {
    const naming = readdirSync(source, { recursive: true, encoding: "utf8" })
      .filter((file) => /\.tsx?$/.test(file) && !file.startsWith(`workloads${path.sep}`))
      .filter((file) => {
        const text = readFileSync(path.join(source, file), "utf8");
        return workloadIds.some((id) => text.includes(`"${id}"`));
      });
    expect(naming).toEqual([]);
  });

  it("have unique names and purposes", () => {
    const homes = workloadIds.map(homeOf);
    expect(new Set(homes.map(({ name }) => name)).size).toBe(workloadIds.length);
    expect(new Set(homes.map(({ purpose }) => purpose)).size).toBe(workloadIds.length);
  });
});
