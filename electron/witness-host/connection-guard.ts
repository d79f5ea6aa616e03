import type { Socket } from "node:net";

/**
 * Limits of the page's server. Generous for a handful of phones, small enough that neighbours on
 * the network who flood it cost neither memory nor the connections of the others.
 */
export const connectionLimits = {
  /** Open at the same time, all addresses together, and from one address. */
  total: 64,
  perAddress: 16,
  /** Of the total, kept for addresses that have claimed. */
  reserved: 24,
  /** Addresses that count as such: the last ones that have claimed. */
  claimants: 8,
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
  readonly sockets: Set<Socket>;
}

/**
 * Decides about every connection before a byte of it is read. Where there is no room the address
 * with the most connections gives one up to another with fewer, so that a few neighbours cannot
 * keep a phone out that has not claimed yet; those that have claimed have room of their own.
 */
export class ConnectionGuard {
  private readonly visitors = new Map<string, Visitor>();
  /** Visitors that have claimed, the last one last. */
  private readonly claimants = new Set<Visitor>();
  private readonly deadlines = new Map<Socket, NodeJS.Timeout>();

  /** `nowMs` is monotonic. */
  constructor(private readonly nowMs: () => number) {}

  /** Takes the connection in or ends it at once. */
  admit(socket: Socket): void {
    // A peer that breaks off is no fault of ours; 'close' follows and tidies up.
    socket.on("error", () => undefined);
    const visitor = this.visitorAt(socket.remoteAddress ?? "");
    if (!visitor || !this.maySpend(visitor) || !this.makeRoomFor(visitor)) {
      socket.destroy();
      return;
    }
    visitor.sockets.add(socket);
    this.deadlines.set(
      socket,
      setTimeout(() => this.end(visitor, socket), connectionLimits.deadlineMs),
    );
    socket.on("close", () => this.end(visitor, socket));
  }

  /** The connection has become an event stream: it may stay. */
  keepOpen(socket: Socket): void {
    clearTimeout(this.deadlines.get(socket));
    this.deadlines.delete(socket);
  }

  /** A genuine claim came by this connection: from now on there is room for its address. */
  hasClaimed(socket: Socket): void {
    const visitor = this.visitors.get(socket.remoteAddress ?? "");
    if (visitor) {
      this.claimants.delete(visitor);
      this.claimants.add(visitor);
    }
    for (const oldest of this.claimants) {
      if (this.claimants.size <= connectionLimits.claimants) {
        return;
      }
      this.claimants.delete(oldest);
    }
  }

  endAll(): void {
    for (const visitor of this.visitors.values()) {
      for (const socket of visitor.sockets) {
        this.end(visitor, socket);
      }
    }
  }

  private maySpend(visitor: Visitor): boolean {
    if (visitor.tokens < 1) {
      return false;
    }
    visitor.tokens -= 1;
    return true;
  }

  private makeRoomFor(visitor: Visitor): boolean {
    const { total, perAddress, reserved } = connectionLimits;
    if (visitor.sockets.size >= perAddress) {
      return false;
    }
    const hasClaimed = this.claimants.has(visitor);
    const open = countOf(this.visitors.values());
    const isFull =
      open >= total || (!hasClaimed && open - countOf(this.claimants) >= total - reserved);
    return !isFull || this.takeFor(visitor, hasClaimed);
  }

  /**
   * The busiest gives up its oldest connection, if it then has no fewer than the other. Strangers
   * take from strangers only.
   */
  private takeFor(visitor: Visitor, hasClaimed: boolean): boolean {
    let busiest = visitor;
    for (const other of this.visitors.values()) {
      const mayGive = hasClaimed || !this.claimants.has(other);
      if (mayGive && other.sockets.size > busiest.sockets.size) {
        busiest = other;
      }
    }
    const [oldest] = busiest.sockets;
    if (!oldest || busiest.sockets.size <= visitor.sockets.size + 1) {
      return false;
    }
    this.end(busiest, oldest);
    return true;
  }

  /** Idempotent; the place is free at once, and not only when the system has closed the socket. */
  private end(visitor: Visitor, socket: Socket): void {
    visitor.sockets.delete(socket);
    this.keepOpen(socket);
    socket.destroy();
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
    const visitor = { tokens: connectionLimits.burst, updatedMs: now, sockets: new Set<Socket>() };
    this.visitors.set(address, visitor);
    return visitor;
  }

  /** Those whose allowance is full again are as good as unknown, unless they have claimed. */
  private forgetQuietVisitors(now: number): void {
    for (const [address, visitor] of this.visitors) {
      const isQuiet =
        visitor.sockets.size === 0 && refilled(visitor, now) >= connectionLimits.burst;
      if (isQuiet && !this.claimants.has(visitor)) {
        this.visitors.delete(address);
      }
    }
  }
}

function countOf(visitors: Iterable<Visitor>): number {
  let count = 0;
  for (const { sockets } of visitors) {
    count += sockets.size;
  }
  return count;
}

function refilled(visitor: Visitor, now: number): number {
  const earned = ((now - visitor.updatedMs) / 1000) * connectionLimits.perSecond;
  return Math.min(connectionLimits.burst, visitor.tokens + earned);
}
