/**
 * @param {readonly import("./prebuild.mjs").Prebuild[]} prebuilds
 * @returns {string[]}
 */
export function checkTable(prebuilds) {
  const heading = [
    ...["target", "format", "processor", "size", "oldest system", "libraries it needs"],
    ...["exports", "warnings", "SHA-256", "checks"],
  ];
  const rows = prebuilds.map(({ target, binary, sizeBytes, warnings, sha256, problems }) => [
    target.name,
    binary.format,
    binary.arch,
    `${Math.round(sizeBytes / 1000)} kB`,
    binary.oldestSystem,
    librariesInShort(binary.libraries),
    binary.exports.includes("napi_register_module_v1") ? "yes" : "NO",
    warnings === null ? "–" : String(warnings),
    sha256.slice(0, 12),
    problems.length === 0 ? "passed" : `${problems.length} FAILED`,
  ]);
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [heading, ...rows].map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
}

/** @param {readonly string[]} names */
function librariesInShort(names) {
  const short = names.map((name) =>
    name
      .replace(/^.*\//, "")
      .replace(/^api-ms-win-crt-.*/, "api-ms-win-crt-*")
      .replace(/\.so.*|\.dylib|\.dll$/i, ""),
  );
  return [...new Set(short)].join(" ");
}
