import { setUp } from "../setup/steps.mjs";

/**
 * `npm run setup`: everything that `npm start`, `npm test` and `npm run inspect` need.
 * `--retry-electron` tries again to fetch an Electron that could not be fetched before.
 * @param {string[]} args
 * @returns {Promise<number>} exit code
 */
export async function main(args) {
  const unknown = args.find((arg) => arg !== "--retry-electron");
  if (unknown) {
    process.stderr.write(`setup knows only --retry-electron, not ${unknown}\n`);
    return 2;
  }
  await setUp({
    retryElectron: args.includes("--retry-electron"),
    retryDatabases: true,
  });
  return 0;
}
