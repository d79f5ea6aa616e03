import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { drives } from "./drives";
import { accusations } from "./drives/drive-case";
import { matrixDocument } from "./judging/document";

const readme = join(__dirname, "README.md");

it("README.md contains the current table of test drives (vitest -u rewrites the table)", async () => {
  const [before, , after] = readFileSync(readme, "utf8").split(/<!-- matrix -->\n|\n<!-- end -->/);
  const current = `${before}<!-- matrix -->\n${matrixDocument(drives)}\n<!-- end -->${after}`;
  await expect(current).toMatchFileSnapshot(readme);
});

it("every test drive has a unique id and expectations that do not contradict each other", () => {
  expect(new Set(drives.map(({ id }) => id)).size).toBe(drives.length);
  for (const { id, expected, faithful } of drives) {
    if ("refused" in expected) {
      continue;
    }
    const both = expected.must.filter((code) => expected.mustNot.includes(code));
    expect(both, id).toEqual([]);
    // Without a list of forbidden findings, no test would notice a false accusation of this drive.
    expect(expected.mustNot.length, id).toBeGreaterThan(0);
    if (faithful) {
      expect(expected.grade, id).not.toBe("poor");
    }
  }
});

it("the test drives together demand every accusing finding except seven", () => {
  const demanded = new Set(
    drives.flatMap(({ expected, asReal }) => [
      ...("refused" in expected ? [] : expected.must),
      ...(asReal ?? []).flatMap(({ must }) => must),
    ]),
  );
  const never = accusations.filter((code) => !demanded.has(code));
  expect(never).toEqual([
    "mode-failed",
    "volume-gone",
    "test-failed",
    "inspection-broke-off",
    "network-drive",
    "cache-state-assumed",
    "too-fast-for-cache",
  ]);
});
