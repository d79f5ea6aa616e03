import { createRequire } from "node:module";

/**
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
 * every renamed program; node-gyp corrects that with a hook of Microsoft's delayed loading, which
 * this compiler does not have. The compiler calls an imported function through the pointer
 * `__imp_<name>`, and this table sets these pointers from the running program when the system loads
 * the addon. A program without one of the functions is refused, as with an ordinary import.
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
  /* node-gyp's hook also knows that a Node.js may keep its functions in this library. */
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
