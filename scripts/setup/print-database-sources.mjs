// For native/binding.gyp: prints the folder with the sources of "sqlite" or "mdbx" relative to
// native/, or nothing if they are missing.
import path from "node:path";
import { databaseSources } from "./database-sources.mjs";
import { projectRoot } from "./paths.mjs";

const name = process.argv[2] === "sqlite" ? "sqlite" : "mdbx";
const folder = databaseSources()[name];
if (folder) {
  const relative = path.relative(path.join(projectRoot, "native"), folder);
  process.stdout.write(relative.replaceAll(path.sep, "/"));
}
