import { runOnSupportedNode } from "./setup/node-version.mjs";

runOnSupportedNode(() => import("./commands/bench-command.mjs"));
