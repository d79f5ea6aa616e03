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

const { total, perAddress, perSecond, burst, deadlineMs, addresses } = connectionLimits;

describe("the guard of the page's connections", () => {
  it("lets one address have its share and no more, and others theirs", () => {
    const one = Array.from({ length: perAddress + 5 }, () => connect("10.0.0.2"));
    expect(one.filter(({ destroyed }) => !destroyed)).toHaveLength(perAddress);
    expect(connect("10.0.0.3").destroyed).toBe(false);
  });

  it("bounds all addresses together", () => {
    const sockets = Array.from({ length: total + 10 }, (_, index) => connect(`10.0.0.${index}`));
    expect(sockets.filter(({ destroyed }) => !destroyed)).toHaveLength(total);
    sockets[0]?.destroy();
    expect(connect("10.0.1.1").destroyed).toBe(false);
  });

  it("slows an address that connects again and again down to its rate", () => {
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

  it("ends what has not become an event stream in time, and nothing else", () => {
    const slow = connect("10.0.0.2");
    const stream = connect("10.0.0.2");
    guard.keepOpen(stream as unknown as Socket);
    vi.advanceTimersByTime(deadlineMs + 1);
    expect(slow.destroyed).toBe(true);
    expect(stream.destroyed).toBe(false);
    guard.endAll();
    expect(stream.destroyed).toBe(true);
  });

  it("remembers a bounded number of addresses and forgets those that are quiet", () => {
    for (let index = 0; index < addresses; index += 1) {
      connect(`10.1.${index >> 8}.${index & 255}`).destroy();
    }
    expect(connect("10.9.9.9").destroyed).toBe(true);
    now += 1000;
    expect(connect("10.9.9.9").destroyed).toBe(false);
    expect(vi.getTimerCount()).toBe(1);
  });
});
