import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { WitnessEvent, WitnessRequest } from "#contract/power-cut/witness";
import { Witness } from "../../../../electron/main/witness/witness";
import type { WitnessStatus } from "../../../../electron/main/witness/witness-process";
import { FakeHost } from "../../../helpers/fake-host";
import { sampleTicket } from "../../../helpers/sample-witness";

const retryMs = 3000;

describe("the witness of a plug test", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function witnessOf() {
    const hosts: FakeHost<WitnessRequest, WitnessEvent>[] = [];
    const statuses: WitnessStatus[] = [];
    const ticket = sampleTicket();
    const witness = new Witness({
      spawnWitness: () => {
        const host = new FakeHost<WitnessRequest, WitnessEvent>();
        hosts.push(host);
        return host;
      },
      listVolumes: async () => [],
      ticket: () => ticket,
      onStatus: (status) => statuses.push(status),
      retryMs,
    });
    return { witness, hosts, statuses, ticket };
  }

  it("restarts its failed process until the process works, and sends the stage again, if the test is resumed", () => {
    const { witness, hosts, statuses, ticket } = witnessOf();
    witness.meet(ticket, true);
    witness.setStage("returned");
    hosts[0]?.exits(1);
    expect(statuses.at(-1)?.phase).toBe("failed");
    vi.advanceTimersByTime(retryMs);
    expect(hosts).toHaveLength(2);
    expect(hosts[1]?.requests).toEqual([
      expect.objectContaining({ type: "start", ticket, resuming: true }),
      { type: "stage", stage: "returned" },
    ]);
    hosts[1]?.says({ type: "ready", place: ticket.place, systemCall: null });
    vi.advanceTimersByTime(10 * retryMs);
    expect(hosts).toHaveLength(2);
    expect(statuses.at(-1)?.phase).toBe("ready");
  });

  it("does not restart its process if the test has only begun", () => {
    const { witness, hosts, ticket } = witnessOf();
    witness.meet(ticket, false);
    hosts[0]?.exits(1);
    vi.advanceTimersByTime(10 * retryMs);
    expect(hosts).toHaveLength(1);
  });

  it("reports nothing and does not restart its process after leave()", () => {
    const { witness, hosts, statuses, ticket } = witnessOf();
    witness.meet(ticket, true);
    hosts[0]?.exits(1);
    const heard = statuses.length;
    witness.leave();
    vi.advanceTimersByTime(10 * retryMs);
    expect(hosts).toHaveLength(1);
    expect(statuses).toHaveLength(heard);
  });
});
