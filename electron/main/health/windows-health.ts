import type { HealthPages } from "#contract/health";
import type { SpawnEngine } from "../hosts/engine-process";
import { EngineSupervisor } from "../hosts/engine-supervisor";
import { pagesReadings } from "./health-pages";
import type { ReadWindowsHealth } from "./read-health";

/** Mostly the engine's start. A sleeping drive may take longer; the query then gives up. */
const answerLimitMs = 6000;

/** Queries a drive through a separate engine host, which is killed if the drive does not answer. */
export function windowsHealthReader(
  nativeDirectory: string,
  spawnEngine: SpawnEngine,
): ReadWindowsHealth {
  return (disk) =>
    new Promise((resolve) => {
      let pages: HealthPages | null = null;
      const supervisor = new EngineSupervisor(
        { type: "read-health", nativeDirectory, disk },
        {
          spawn: spawnEngine,
          stopDeadlineMs: 0,
          onEvent: (event) => {
            if (event.type === "health-pages") {
              pages = event.pages;
            } else if (event.type === "finished") {
              clearTimeout(timer);
              const gap = isLate
                ? "no-answer"
                : event.error?.code === "no-permission"
                  ? "refused"
                  : "unreadable";
              resolve(pages === null ? { gap } : pagesReadings(pages, Date.now()));
            }
          },
        },
      );
      let isLate = false;
      const timer = setTimeout(() => {
        isLate = true;
        supervisor.stop();
      }, answerLimitMs);
    });
}
