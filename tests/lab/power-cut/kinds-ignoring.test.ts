import { judgeKinds } from "./kinds";

judgeKinds([
  { name: "ignores flushes", flaws: ["ignore-flushes"], losesUpToMs: Infinity },
  // What one flush leaves behind the next one takes along: an operation or two of a millisecond.
  { name: "every other flush", flaws: ["honour-every 2"], losesUpToMs: 3 },
]);
