import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ConnectionGuard, connectionLimits } from "../../../electron/witness-host/connection-guard";

class FakeSocket extends EventEmitter {
  destroyed = false;

  constructor(readonly remoteAddress: string) {
    super();
  }

  destroy(): void {
    if (!this.destroyed) {
      this.destroyed = true;
      this.emit("close");
    }
  }
}

let now = 0;
let guard: ConnectionGuard;
beforeEach(() => {
  vi.useFakeTimers();
  now = 0;
  guard = new ConnectionGuard(() => now);
});
afterEach(() => vi.useRealTimers());

function connect(address: string): FakeSocket {
  const socket = new FakeSocket(address);
  guard.admit(socket as unknown as Socket);
  return socket;
}

const { total, perAddress, reserved, claimants, perSecond, burst, deadlineMs, addresses } =
  connectionLimits;

/** Makes and closes a connection from this address whose page has confirmed a number. */
function claim(address: string): void {
  const socket = connect(address);
  guard.hasClaimed(socket as unknown as Socket);
  socket.destroy();
}

const open = (sockets: readonly FakeSocket[]) =>
  sockets.filter(({ destroyed }) => !destroyed).length;

/**
 * Opens connections from this many addresses, from each as many as the guard allows one address.
 */
function flood(neighbours: number): FakeSocket[] {
  return Array.from({ length: neighbours }, (_, index) => `10.2.0.${index}`).flatMap((address) =>
    Array.from({ length: perAddress }, () => connect(address)),
  );
}

describe("the connection guard", () => {
  it("limits the connections of one address without affecting other addresses", () => {
    const one = Array.from({ length: perAddress + 5 }, () => connect("10.0.0.2"));
    expect(open(one)).toBe(perAddress);
    expect(connect("10.0.0.3").destroyed).toBe(false);
  });

  it("limits the connections of all addresses together", () => {
    const sockets = Array.from({ length: total + 10 }, (_, index) => connect(`10.0.0.${index}`));
    expect(open(sockets)).toBe(total - reserved);
    sockets[0]?.destroy();
    expect(connect("10.0.1.1").destroyed).toBe(false);
  });

  it("limits how often one address may connect", () => {
    const admitted = (times: number) => {
      let count = 0;
      for (let index = 0; index < times; index += 1) {
        const socket = connect("10.0.0.2");
        count += socket.destroyed ? 0 : 1;
        socket.destroy();
      }
      return count;
    };
    expect(admitted(10_000)).toBe(burst);
    now += 1000;
    expect(admitted(10_000)).toBe(perSecond);
    expect(connect("10.0.0.3").destroyed).toBe(false);
  });

  it("closes a connection that does not become an event stream in time, and an event stream only at endAll()", () => {
    const slow = connect("10.0.0.2");
    const stream = connect("10.0.0.2");
    guard.keepOpen(stream as unknown as Socket);
    vi.advanceTimersByTime(deadlineMs + 1);
    expect(slow.destroyed).toBe(true);
    expect(stream.destroyed).toBe(false);
    guard.endAll();
    expect(stream.destroyed).toBe(true);
  });

  it("refuses new addresses while it remembers too many, and forgets addresses that stay quiet", () => {
    for (let index = 0; index < addresses; index += 1) {
      connect(`10.1.${index >> 8}.${index & 255}`).destroy();
    }
    expect(connect("10.9.9.9").destroyed).toBe(true);
    now += 1000;
    expect(connect("10.9.9.9").destroyed).toBe(false);
    expect(vi.getTimerCount()).toBe(1);
  });
});

describe("the connection guard, flooded by several addresses,", () => {
  it.each([5, 40, 200])(
    "keeps connections free, against %i other addresses, for an address whose page has claimed a number",
    (neighbours) => {
      claim("10.0.0.2");
      const strangers = flood(neighbours);
      expect(open(strangers)).toBe(total - reserved);
      const phone = Array.from({ length: perAddress }, () => connect("10.0.0.2"));
      expect(open(phone)).toBe(perAddress);
      expect(open(strangers)).toBe(total - reserved);
    },
  );

  it("closes connections of the busiest address to admit a phone whose page has not claimed a number yet", () => {
    const strangers = flood(5);
    const phone = [connect("10.0.0.2"), connect("10.0.0.2")];
    expect(open(phone)).toBe(2);
    expect(open(strangers)).toBe(total - reserved - 2);
    // A further flood does not displace the phone's new connection.
    flood(5);
    expect(open(phone)).toBe(2);
  });

  it("keeps connections free only for the addresses whose pages claimed a number most recently", () => {
    for (let index = 0; index < claimants; index += 1) {
      claim(`10.0.0.${index}`);
    }
    claim("10.0.0.0");
    claim("10.0.1.1");
    flood(60);
    expect(connect("10.0.0.0").destroyed).toBe(false);
    expect(connect("10.0.1.1").destroyed).toBe(false);
    // The guard remembers a limited number of addresses and has forgotten this one, whose
    // confirmation is the oldest.
    const forgotten = Array.from({ length: perAddress }, () => connect("10.0.0.1"));
    expect(open(forgotten)).toBeLessThan(perAddress);
  });

  it("lets addresses whose pages have claimed a number displace each other if no connection is free", () => {
    for (let index = 0; index < claimants; index += 1) {
      claim(`10.0.0.${index}`);
    }
    const greedy = Array.from({ length: claimants - 1 }, (_, index) =>
      Array.from({ length: perAddress }, () => connect(`10.0.0.${index}`)),
    ).flat();
    expect(open(greedy)).toBe(total);
    expect(connect(`10.0.0.${claimants - 1}`).destroyed).toBe(false);
    expect(open(greedy)).toBe(total - 1);
  });

  it("keeps connections free for an address whose page has claimed a number, even if too many addresses connect", () => {
    claim("10.0.0.2");
    for (let index = 0; index < 2 * addresses; index += 1) {
      connect(`10.1.${index >> 8}.${index & 255}`).destroy();
      now += 100;
    }
    flood(60);
    expect(open(Array.from({ length: perAddress }, () => connect("10.0.0.2")))).toBe(perAddress);
  });
});
