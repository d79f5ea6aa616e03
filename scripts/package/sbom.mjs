import { zigVersion } from "../prebuild/zig.mjs";
import { databaseOrigins } from "../setup/database-sources.mjs";

/**
 * Adds to npm's list of parts the databases and the C and C++ libraries that the engine is linked
 * with. Names as in CycloneDX 1.5: https://cyclonedx.org/docs/1.5/json/
 * @template {{ components?: object[] }} Sbom
 * @param {Sbom} sbom
 * @returns {Sbom}
 */
export function withCompiledParts(sbom) {
  const databases = databaseOrigins().map(({ title, licence, purl, sha256 }) => {
    const [name, version] = title.split(" ");
    return {
      type: "library",
      name,
      version,
      purl,
      "bom-ref": `${name}@${version}`,
      licenses: [{ license: licence === "public domain" ? { name: licence } : { id: licence } }],
      // The hash of the package that the source is taken from.
      hashes: [{ alg: "SHA-256", content: sha256 }],
    };
  });
  const runtime = {
    type: "library",
    name: "zig (libc++, libunwind, C run-time parts)",
    version: zigVersion,
    purl: `pkg:pypi/ziglang@${zigVersion}`,
    "bom-ref": `zig@${zigVersion}`,
    licenses: [{ license: { id: "MIT" } }, { license: { name: "Apache-2.0 WITH LLVM-exception" } }],
  };
  return { ...sbom, components: [...(sbom.components ?? []), ...databases, runtime] };
}
