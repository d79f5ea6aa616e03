import type { AskedVolume } from "#contract/volume-facts";
import type { SpawnEngine } from "./engine-process";
import { EngineSupervisor } from "./engine-supervisor";

/** Limit for each volume, from the moment its name is known. */
const answerLimitMs = 3000;
/**
 * Each query blocks one libuv thread, and the default is four: a dying drive with four volumes
 * would block all other volumes. 64 covers all drive letters and some mounted folders.
 */
const threads = { UV_THREADPOOL_SIZE: "64" };
/** Limit until the names arrive, mostly for the start of the process on a busy computer. */
const startLimitMs = 10_000;

/**
 * Queries Windows' volumes through a separate engine host, which is killed if a volume does not
 * answer. `null`: the engine could not list the volumes at all.
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
