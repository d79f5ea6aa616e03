import { runChild } from "./native-child";

/**
 * A system call on the test's files, and what the script's function `look` returned just before the
 * call.
 */
export interface RecordedCall<Look> {
  /**
   * The call as text, such as `write fsync/slots O_DSYNC`, with the path relative to the test's
   * folder.
   */
  readonly call: string;
  readonly seen: Look;
}

/**
 * Runs a script with the addon and records its calls. The script sets the function `look`, whose
 * value is stored with every call, and fills the object `story`.
 */
export async function recordCalls<Look, Story>(
  script: string,
  options: { directory: string; libraries: readonly string[]; fail?: string },
): Promise<{ calls: RecordedCall<Look>[]; story: Story }> {
  const end = await runChild(
    `const { readSync, writeSync } = require("node:fs");
     const [lines, answers] = process.env.DRIVEPROOF_CALLS.split(":").map(Number);
     const calls = [];
     const story = {};
     let look = () => null;
     let isOver = false;
     const buffer = Buffer.alloc(8192);
     const listen = () => {
       try {
         const bytes = readSync(lines, buffer);
         calls.push({ call: buffer.toString("utf8", 0, bytes).trim(), seen: look() });
         writeSync(answers, "x");
       } catch (error) {
         if (error.code !== "EAGAIN") throw error;
       }
       if (!isOver) setImmediate(listen);
     };
     listen();
     (async () => { ${script} })().then(() => {
       isOver = true;
       say(JSON.stringify({ calls, story }));
     });`,
    {
      directory: options.directory,
      environment: {
        LD_PRELOAD: options.libraries.join(" "),
        DRIVEPROOF_FAIL: options.fail ?? "",
      },
    },
  );
  if (end.code !== 0 || end.stderr !== "") {
    throw new Error(`the recorded program ended with ${JSON.stringify(end)}`);
  }
  return JSON.parse(end.stdout);
}
