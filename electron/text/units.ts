import { messages } from "./messages";

/** Units, each after a no-break space, so that no line breaks inside a quantity. */
export const units = messages({
  times: "{figure}\u00a0times",
  percent: "{figure}\u00a0%",
  below: "<{figure}",
  perSecond: "{quantity}/s",

  celsius: "{figure}\u00a0°C",

  B: "{figure}\u00a0B",
  kB: "{figure}\u00a0kB",
  MB: "{figure}\u00a0MB",
  GB: "{figure}\u00a0GB",
  TB: "{figure}\u00a0TB",
  PB: "{figure}\u00a0PB",
  KiB: "{figure}\u00a0KiB",
  MiB: "{figure}\u00a0MiB",
  GiB: "{figure}\u00a0GiB",

  nanoseconds: "{figure}\u00a0ns",
  microseconds: "{figure}\u00a0µs",
  milliseconds: "{figure}\u00a0ms",
  seconds: "{figure}\u00a0s",
  minutes: "{figure}\u00a0min",
  hours: "{figure}\u00a0h",
  minutesAndSeconds: "{minutes}\u00a0min\u00a0{seconds}\u00a0s",
  hoursAndMinutes: "{hours}\u00a0h\u00a0{minutes}\u00a0min",
});
