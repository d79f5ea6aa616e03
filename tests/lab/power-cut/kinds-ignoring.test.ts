import { judgeKinds } from "./kinds";

judgeKinds([
  { name: "ignores flushes", flaws: ["ignore-flushes"], losesUpToMs: Infinity },
  // The next flush stores the data of an ignored one, an operation or two of a millisecond later.
  { name: "every other flush", flaws: ["honour-every 2"], losesUpToMs: 3 },
]);
