import { runOnSupportedNode } from "./setup/node-version.mjs";

runOnSupportedNode(() => import("./commands/volumes-command.mjs"));
