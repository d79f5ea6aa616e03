import { runOnSupportedNode } from "./setup/node-version.mjs";

runOnSupportedNode(() => import("./commands/system-command.mjs"));
