/** Exit codes of the command line; `--help` explains them. */
export const exitCodes = {
  measured: 0,
  internal: 1,
  usage: 2,
  untestable: 3,
  driveFault: 4,
  stopped: 130,
} as const;
