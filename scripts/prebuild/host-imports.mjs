import { createRequire } from "node:module";

/**
 * Names of all functions of a Node-API version.
 * @param {string} version such as "8"
 * @returns {string[]}
 */
export function napiFunctions(version) {
  const { symbols } = createRequire(import.meta.url)("node-api-headers");
  const { js_native_api_symbols: js, node_api_symbols: node } = symbols[`v${version}`];
  return [...js, ...node].sort();
}

/**
 * C source of a Windows addon's import table.
 *
 * The usual table names the program it imports from, "node.exe", which is wrong in Electron and in
 * every renamed program; node-gyp mends that with a hook of Microsoft's delayed loading, which this
 * compiler does not have. Here the table is our own: the compiler calls an imported function through
 * the pointer `__imp_<name>`, and these pointers are set from the running program when the system
 * loads the addon. A program without one of them is refused, as an ordinary import would.
 * @param {readonly string[]} functions
 */
export function hostImportsSource(functions) {
  return `#include <windows.h>

${functions.map((name) => `FARPROC __imp_${name};`).join("\n")}

static const struct {
  const char *name;
  FARPROC *pointer;
} imports[] = {
${functions.map((name) => `    {"${name}", &__imp_${name}},`).join("\n")}
};

BOOL WINAPI DllMain(HINSTANCE module, DWORD reason, void *reserved) {
  (void)module;
  (void)reserved;
  if (reason != DLL_PROCESS_ATTACH) return TRUE;
  /* A Node.js may keep its functions in a library of this name, as node-gyp's hook knows, too. */
  HMODULE host = GetModuleHandleW(L"libnode.dll");
  if (host == NULL) host = GetModuleHandleW(NULL);
  for (unsigned index = 0; index < sizeof imports / sizeof *imports; ++index) {
    *imports[index].pointer = GetProcAddress(host, imports[index].name);
    if (*imports[index].pointer == NULL) return FALSE;
  }
  return TRUE;
}
`;
}
