import type { Socket } from "node:net";

/**
 * Limits on connections: enough for a handful of phones, but so few that a flood from the local
 * network exhausts neither memory nor the connections of other visitors.
 */
export const connectionLimits = {
  total: 64,
  perAddress: 16,
  /** Part of `total` that is reserved for addresses from which a page has sent valid numbers. */
  reserved: 24,
  /** Most addresses with reserved room: those whose pages sent valid numbers last. */
  claimants: 8,
  /** Most new connections that one address may open per second, over a longer time. */
  perSecond: 60,
  /** Most new connections that one address may open at once. */
  burst: 120,
  /** Milliseconds after which a connection is closed if it has not become an event stream. */
  deadlineMs: 10_000,
  /** Most addresses tracked at the same time. */
  addresses: 512,
} as const;

interface Visitor {
  tokens: number;
  updatedMs: number;
  readonly sockets: Set<Socket>;
}

/**
 * Accepts or closes each connection before it reads a byte. If there is no room, the address with
 * the most connections loses one to an address with fewer, so that a few local attackers cannot
 * keep out a phone that has sent no numbers yet; addresses that have sent valid numbers have
 * reserved room.
 */
export class ConnectionGuard {
  private readonly visitors = new Map<string, Visitor>();
  /** Addresses whose pages have sent valid numbers, the latest last. */
  private readonly claimants = new Set<Visitor>();
  private readonly deadlines = new Map<Socket, NodeJS.Timeout>();

  /** `nowMs` reads a monotonic clock. */
  constructor(private readonly nowMs: () => number) {}

  admit(socket: Socket): void {
    // An aborted connection also emits an error; 'close' follows and cleans up.
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

  /** Lifts the connection's deadline; called when it has become an event stream. */
  keepOpen(socket: Socket): void {
    clearTimeout(this.deadlines.get(socket));
    this.deadlines.delete(socket);
  }

  /**
   * Reserves room for the page's address; called when it has sent valid numbers over the
   * connection.
   */
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
   * Makes room for a new connection of the visitor: closes the oldest connection of the address
   * that has the most. Returns false, and closes none, if that address would be left with fewer
   * than the visitor will have. A visitor that has sent no valid numbers takes room only from
   * others that have sent none.
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

  /** Frees the connection's room before the system has closed the socket. Idempotent. */
  private end(visitor: Visitor, socket: Socket): void {
    visitor.sockets.delete(socket);
    this.keepOpen(socket);
    socket.destroy();
  }

  /** A known or new visitor; `null` if too many addresses are tracked already. */
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

  /** Addresses that have no connections, sent no valid numbers and may open a full burst again. */
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
