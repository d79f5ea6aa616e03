import { runOnSupportedNode } from "./setup/node-version.mjs";

// `node scripts/run.mjs setup` runs commands/setup-command.mjs.
runOnSupportedNode((name) => import(`./commands/${name}-command.mjs`));
