import { judgeKinds } from "./kinds";

judgeKinds([
  { name: "50 ms late", flaws: ["ignore-flushes", "destage-ms 50"], losesUpToMs: 50 },
  { name: "150 ms late", flaws: ["ignore-flushes", "destage-ms 150"], losesUpToMs: 150 },
]);
