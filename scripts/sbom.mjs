import { runOnSupportedNode } from "./setup/node-version.mjs";

runOnSupportedNode(() => import("./commands/sbom-command.mjs"));
