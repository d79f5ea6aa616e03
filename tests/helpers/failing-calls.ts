import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { projectDirectory } from "./native-engine";

/** Compiles the library that spoils chosen calls on the test file; see cpp/failing-calls.c. */
export function buildFailingCalls(folder: string): string {
  const library = join(folder, "failing-calls.so");
  const source = join(projectDirectory, "tests/native/cpp/failing-calls.c");
  execFileSync("cc", ["-shared", "-fPIC", "-O1", "-o", library, source, "-ldl", "-lpthread"]);
  return library;
}
