import type { AskedVolume } from "#contract/volume-facts";
import type { SpawnEngine } from "./engine-process";
import { EngineSupervisor } from "./engine-supervisor";

/** Longest wait for the volumes' facts after their names are known, in milliseconds. */
const answerLimitMs = 3000;
/**
 * Enough threads for the queries: each blocks one, and of libuv's usual four a dying drive with
 * four volumes would block all. 64 covers all drive letters and some mounted folders.
 */
const threads = { UV_THREADPOOL_SIZE: "64" };
/**
 * Longest wait for the volumes' names, in milliseconds: the process starts slowly on a busy
 * computer.
 */
const startLimitMs = 10_000;

/**
 * Queries Windows' volumes through a separate engine host, which is killed if a volume does not
 * answer. `null` if the engine could not list the volumes at all.
 */
export async function askWindowsVolumes(spawnEngine: SpawnEngine): Promise<AskedVolume[] | null> {
  let asked: AskedVolume[] | null = null;
  const supervisor = new EngineSupervisor(
    { type: "list-volumes" },
    {
      spawn: () => spawnEngine(threads),
      stopDeadlineMs: 0,
      onEvent: (event) => {
        if (event.type === "volumes") {
          asked = event.volumes.map((volume) => ({ ...volume, facts: null }));
          clearTimeout(timer);
          timer = setTimeout(() => supervisor.stop(), answerLimitMs);
        } else if (event.type === "volume") {
          asked = withAnswer(asked ?? [], event.path, event.facts);
        }
      },
    },
  );
  let timer = setTimeout(() => supervisor.stop(), startLimitMs);
  await supervisor.ended;
  clearTimeout(timer);
  return asked;
}

function withAnswer(asked: AskedVolume[], path: string, facts: AskedVolume["facts"]) {
  return asked.map((volume) => (volume.path === path ? { ...volume, facts } : volume));
}
