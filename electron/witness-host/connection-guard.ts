import type { Socket } from "node:net";

/**
 * Limits of the page's server. Generous for a handful of phones, small enough that a neighbour on
 * the network who floods it costs neither memory nor the connections of the others.
 */
export const connectionLimits = {
  /** Open at the same time, all addresses together, and from one address. */
  total: 64,
  perAddress: 16,
  /** New connections a second from one address, and how many may come at once. */
  perSecond: 60,
  burst: 120,
  /** A connection that has not become an event stream is ended after this time, come what may. */
  deadlineMs: 10_000,
  /** Addresses remembered at the same time. */
  addresses: 512,
} as const;

interface Visitor {
  tokens: number;
  updatedMs: number;
  connections: number;
}

/** Decides about every connection before a byte of it is read. */
export class ConnectionGuard {
  private readonly visitors = new Map<string, Visitor>();
  private readonly deadlines = new Map<Socket, NodeJS.Timeout>();
  private readonly sockets = new Set<Socket>();

  /** `nowMs` is monotonic. */
  constructor(private readonly nowMs: () => number) {}

  /** Takes the connection in or ends it at once. */
  admit(socket: Socket): void {
    // A peer that breaks off is no fault of ours; 'close' follows and tidies up.
    socket.on("error", () => undefined);
    const visitor = this.visitorAt(socket.remoteAddress ?? "");
    if (!visitor || !this.hasRoom(visitor)) {
      socket.destroy();
      return;
    }
    visitor.connections += 1;
    this.sockets.add(socket);
    this.deadlines.set(
      socket,
      setTimeout(() => socket.destroy(), connectionLimits.deadlineMs),
    );
    socket.on("close", () => {
      visitor.connections -= 1;
      this.sockets.delete(socket);
      this.keepOpen(socket);
    });
  }

  /** The connection has become an event stream: it may stay. */
  keepOpen(socket: Socket): void {
    clearTimeout(this.deadlines.get(socket));
    this.deadlines.delete(socket);
  }

  endAll(): void {
    for (const socket of this.sockets) {
      socket.destroy();
    }
  }

  private hasRoom(visitor: Visitor): boolean {
    if (
      visitor.tokens < 1 ||
      visitor.connections >= connectionLimits.perAddress ||
      this.sockets.size >= connectionLimits.total
    ) {
      return false;
    }
    visitor.tokens -= 1;
    return true;
  }

  /** `null` when there are too many addresses to remember one more. */
  private visitorAt(address: string): Visitor | null {
    const now = this.nowMs();
    const known = this.visitors.get(address);
    if (known) {
      known.tokens = refilled(known, now);
      known.updatedMs = now;
      return known;
    }
    if (this.visitors.size >= connectionLimits.addresses) {
      this.forgetQuietVisitors(now);
    }
    if (this.visitors.size >= connectionLimits.addresses) {
      return null;
    }
    const visitor = { tokens: connectionLimits.burst, updatedMs: now, connections: 0 };
    this.visitors.set(address, visitor);
    return visitor;
  }

  /** Those whose allowance is full again are as good as unknown. */
  private forgetQuietVisitors(now: number): void {
    for (const [address, visitor] of this.visitors) {
      if (visitor.connections === 0 && refilled(visitor, now) >= connectionLimits.burst) {
        this.visitors.delete(address);
      }
    }
  }
}

function refilled(visitor: Visitor, now: number): number {
  const earned = ((now - visitor.updatedMs) / 1000) * connectionLimits.perSecond;
  return Math.min(connectionLimits.burst, visitor.tokens + earned);
}
