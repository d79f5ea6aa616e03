import type { WorkloadResults } from "#contract/workloads/index";
import type { Taken } from "./home";

/** The reducer of a workload whose fields of the report are built from all of its events at once. */
export function collect<Event, Results extends Partial<WorkloadResults>>(
  takenBy: (event: Event) => Taken,
  build: (events: readonly Event[]) => Results,
): { take(event: Event): Taken; results(): Results } {
  const events: Event[] = [];
  return {
    take: (event) => {
      events.push(event);
      return takenBy(event);
    },
    results: () => build(events),
  };
}
