import { copyFileSync, existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { bytesUnder } from "./directory-size.mjs";
import { logFile, projectRoot, runtimeDirectory } from "./paths.mjs";
import { runProgram } from "./run-program.mjs";

/**
 * node-gyp expects this file beside the headers. The addon's own settings come from its binding.gyp
 * and node-gyp's addon.gypi; Node's own file adds nothing that a Node-API addon needs.
 */
const minimalCommonGypi = `{
  'variables': { 'configuring_node%': 0 },
  'target_defaults': {
    'default_configuration': 'Release',
    'configurations': {
      'Release': { 'cflags': ['-O3'], 'xcode_settings': { 'GCC_OPTIMIZATION_LEVEL': '3' } },
      'Debug': { 'cflags': ['-g', '-O0'], 'xcode_settings': { 'GCC_OPTIMIZATION_LEVEL': '0' } }
    },
    'cflags': ['-pthread'],
    'ldflags': ['-pthread']
  }
}
`;

/**
 * Whether the folder has the layout that node-gyp's --nodedir needs.
 * @param {string} folder
 */
export function holdsHeaders(folder) {
  const include = path.join(folder, "include", "node");
  return ["node_api.h", "common.gypi"].every((name) => existsSync(path.join(include, name)));
}

/**
 * Arguments that tell node-gyp where Node's headers are: beside this Node, else fetched by
 * node-gyp, else in the `node-api-headers` package, which suffices because the addon uses only
 * Node-API.
 * @param {string} nodeGyp path of node-gyp's script
 * @param {(text: string) => void} progress
 * @returns {Promise<string[] | null>} `null` if no headers can be had
 */
export async function headerArguments(nodeGyp, progress) {
  const besideNode = path.resolve(path.dirname(process.execPath), "..");
  if (holdsHeaders(besideNode)) return [`--nodedir=${besideNode}`];
  if (process.env.npm_config_nodedir) return [];
  progress("fetching Node's headers");

  const store = path.join(runtimeDirectory(), "node-gyp");
  const fetched = await runProgram({
    command: process.execPath,
    args: [nodeGyp, "install", "--ensure", `--devdir=${store}`],
    cwd: projectRoot,
    logFile: logFile("node-headers"),
    watch: { measureBytes: () => bytesUnder(store) },
  });
  if (fetched.ok) return [`--devdir=${store}`];
  // The package has no import library for Windows.
  if (process.platform === "win32") return null;
  const packaged = path.join(projectRoot, "node_modules", "node-api-headers", "include");
  if (!existsSync(packaged)) return null;
  return [`--nodedir=${assembleHeaders(packaged, path.join(runtimeDirectory(), "headers"))}`];
}

/**
 * @param {string} packaged folder with node_api.h and its companions
 * @param {string} folder to be laid out for --nodedir
 * @returns {string} folder
 */
export function assembleHeaders(packaged, folder) {
  const include = path.join(folder, "include", "node");
  mkdirSync(include, { recursive: true });
  for (const name of readdirSync(packaged)) {
    if (name.endsWith(".h")) copyFileSync(path.join(packaged, name), path.join(include, name));
  }
  writeFileSync(path.join(include, "common.gypi"), minimalCommonGypi);
  return folder;
}
