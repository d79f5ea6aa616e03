import { runOnSupportedNode } from "./setup/node-version.mjs";

// `node scripts/run.mjs setup` runs commands/setup-command.mjs.
runOnSupportedNode(async (name) => {
  const { writeRegistries } = await import("./generate-registries.mjs");
  writeRegistries();
  return import(`./commands/${name}-command.mjs`);
});
