import { readFileSync } from "node:fs";
import path from "node:path";
import { transformWithOxc } from "vite";
import { expect, it } from "vitest";

const folder = path.resolve(__dirname, "../../../electron/witness-page");
const scripts = ["numbers.js", "link.js", "view.js"];

async function compiled(code: string, target: "es2017" | "esnext"): Promise<string> {
  return (await transformWithOxc(code, "page.js", { target, sourcemap: false })).code;
}

it.each(scripts)(
  "the script %s of the witness page uses only the syntax of ES2017",
  async (name) => {
    const code = readFileSync(path.join(folder, name), "utf8");
    expect(await compiled(code, "es2017")).toBe(await compiled(code, "esnext"));
  },
);

it("compiling to ES2017 changes optional chaining, a catch without a binding and an object spread", async () => {
  for (const code of [
    "export const a = b?.c;",
    "try { a() } catch { b() }",
    "export const a = { ...b };",
  ]) {
    expect(await compiled(code, "es2017")).not.toBe(await compiled(code, "esnext"));
  }
});
