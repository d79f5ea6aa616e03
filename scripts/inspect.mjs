import { runOnSupportedNode } from "./setup/node-version.mjs";

runOnSupportedNode(() => import("./commands/inspect-command.mjs"));
