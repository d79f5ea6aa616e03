import { messages } from "../messages";

/** Advice shared by several findings, listed only once. */
export const statements = messages({
  "advice.rescue":
    "Copy what matters to another drive now, and show this report to the shop or the maker.",
  "advice.rescue-unsold":
    "Copy what matters elsewhere now, and show this report to whoever set this storage up.",
  "advice.rescue-memory":
    "Copy what matters to a drive now, and have the computer’s memory tested.",
  "advice.rescue-gone":
    "If it comes back, copy what matters first. Show this report to the shop or the maker.",
  "advice.rescue-unsold-gone":
    "If it comes back, copy what matters first. Show this report to whoever set this storage up.",
  "advice.rescue-memory-gone": "Have the computer’s memory tested.",
  "advice.run-to-end": "Inspect it again and let it run to the end.",
  "advice.steadier-figures":
    "For steadier figures close other programs and choose a longer inspection.",
  "advice.second-copy":
    "Keep a second copy of what matters on another drive: every drive fails one day.",
});
