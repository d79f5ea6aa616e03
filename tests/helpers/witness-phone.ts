import http from "node:http";
import net from "node:net";
import type { PageClaim, PageFrame, PagePlace } from "#contract/power-cut/witness";

/**
 * Acts like the witness page, but without a browser: listens to the event stream and confirms every
 * number at once, each through a new connection. On Linux the connections come from another address
 * than the computer's (127.x.y.z).
 */
export class WitnessPhone {
  /** How many confirmations the witness host accepted, and how many it refused. */
  accepted = 0;
  refused = 0;
  private stream: http.ClientRequest | null = null;
  private isClaiming = false;
  private newest: PageFrame | null = null;

  constructor(
    private readonly place: PagePlace,
    private readonly localAddress: string,
  ) {}

  /** Loads the page; false if the witness host does not deliver it. */
  load(): Promise<boolean> {
    return new Promise((resolve) => {
      const request = this.request("GET", "", (response) => {
        response.resume().on("end", () => resolve(response.statusCode === 200));
      });
      request.on("error", () => resolve(false)).end();
    });
  }

  listen(): void {
    let text = "";
    this.stream = this.request("GET", "events?page=phonepho", (response) => {
      response.on("data", (chunk) => {
        text += chunk;
        const frames = text.split("\n\n");
        text = frames.pop() ?? "";
        const last = frames.filter((frame) => frame.startsWith("data: ")).at(-1);
        if (last) {
          this.newest = JSON.parse(last.slice("data: ".length)) as PageFrame;
          void this.claim();
        }
      });
    });
    this.stream.on("error", () => undefined).end();
  }

  close(): void {
    this.stream?.destroy();
  }

  private async claim(): Promise<void> {
    if (this.isClaiming) {
      return;
    }
    this.isClaiming = true;
    while (this.newest) {
      const numbers = this.newest.modes.flatMap(({ mode, last }) =>
        last ? [{ mode, number: last.number, elapsedNs: last.elapsedNs, seal: last.seal }] : [],
      );
      this.newest = null;
      if (numbers.length > 0) {
        await this.send({ keeps: "storage", numbers: numbers as PageClaim["numbers"] });
      }
    }
    this.isClaiming = false;
  }

  private send(claim: PageClaim): Promise<void> {
    return new Promise((resolve) => {
      const ended = (isAccepted: boolean) => {
        this.accepted += isAccepted ? 1 : 0;
        this.refused += isAccepted ? 0 : 1;
        resolve();
      };
      const request = this.request("POST", "held?page=phonepho", (response) => {
        response.resume().on("end", () => ended(response.statusCode === 204));
      });
      request.setHeader("Content-Type", "application/json");
      request.on("error", () => ended(false)).end(JSON.stringify(claim));
    });
  }

  private request(
    method: string,
    rest: string,
    answered: (response: http.IncomingMessage) => void,
  ): http.ClientRequest {
    const { address, port, token } = this.place;
    const { localAddress } = this;
    const path = `/${token}/${rest}`;
    return http.request(
      { host: address, port, method, path, localAddress, agent: false },
      answered,
    );
  }
}

/**
 * Other computers of the network, which hold as many connections as the witness host accepts and
 * send nothing.
 */
export class Neighbours {
  private readonly sockets = new Set<net.Socket>();
  private isOver = false;

  constructor(
    private readonly place: PagePlace,
    addresses: readonly string[],
    connectionsEach: number,
  ) {
    for (const address of addresses) {
      for (let index = 0; index < connectionsEach; index += 1) {
        this.connect(address);
      }
    }
  }

  end(): void {
    this.isOver = true;
    for (const socket of this.sockets) {
      socket.destroy();
    }
  }

  /**
   * Connects repeatedly from this address, a little less often than the witness host allows to one
   * address.
   */
  private connect(localAddress: string): void {
    if (this.isOver) {
      return;
    }
    const { address: host, port } = this.place;
    const socket = net.connect({ host, port, localAddress });
    this.sockets.add(socket);
    socket.on("error", () => undefined);
    socket.on("close", () => {
      this.sockets.delete(socket);
      setTimeout(() => this.connect(localAddress), 300);
    });
  }
}
