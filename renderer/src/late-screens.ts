import { late } from "./ui/late";

/**
 * The screens behind the first one, each in a file of its own with the charts it draws: the window
 * opens before they are read.
 */
export const verdict = late(
  async () => (await import("./features/verdict/verdict-screen")).VerdictScreen,
);
export const inspecting = late(
  async () => (await import("./features/inspection/inspection-screen")).InspectionScreen,
);
export const history = late(
  async () => (await import("./features/history/history-screen")).HistoryScreen,
);
export const powerCut = late(
  async () => (await import("./features/power-cut/power-cut-screen")).PowerCutScreen,
);

/** Reads them all while nothing else happens, so that each is there when a person turns to it. */
export function prefetchScreens(): () => void {
  const waiting = requestIdleCallback(() => {
    for (const { prefetch } of [inspecting, verdict, history, powerCut]) {
      prefetch();
    }
  });
  return () => cancelIdleCallback(waiting);
}
