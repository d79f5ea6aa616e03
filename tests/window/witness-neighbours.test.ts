import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PagePlace } from "#contract/power-cut/witness";
import { sampleTicket } from "../helpers/sample-witness";
import { waitFor } from "../helpers/wait-for";
import { Neighbours, WitnessPhone } from "../helpers/witness-phone";
import { WitnessProcess } from "../helpers/witness-process";

/**
 * Hostile computers with several addresses, each opening as many connections as it can. The phone
 * has a different address; for comparison a second witness host that nobody attacks gets the same
 * requests at the same time.
 */

const phoneAddress = "127.0.0.9";
const neighbours = Array.from({ length: 20 }, (_, index) => `127.0.1.${index + 1}`);
const perAddress = 20;

class Session {
  readonly host = new WitnessProcess(sampleTicket());
  phone: WitnessPhone | null = null;
  private lastHeld = 0;
  private sinceMs = 0;
  /** The longest time in ms without a newly confirmed number. */
  longestGapMs = 0;

  async begin(): Promise<PagePlace> {
    const place = await this.host.place();
    this.phone = new WitnessPhone(place, phoneAddress);
    return place;
  }

  beginToWatch(): void {
    this.sinceMs = performance.now();
    this.longestGapMs = 0;
  }

  look(): void {
    const held = this.host.held("fsync");
    const now = performance.now();
    this.longestGapMs = Math.max(this.longestGapMs, now - this.sinceMs);
    if (held > this.lastHeld) {
      this.lastHeld = held;
      this.sinceMs = now;
    }
  }

  async end(): Promise<void> {
    this.phone?.close();
    await this.host.kill();
  }
}

describe.skipIf(process.platform !== "linux")(
  "neighbours on the network that flood the witness from many addresses",
  () => {
    let flooded: Session;
    let quiet: Session;
    let flood: Neighbours | null;

    beforeEach(() => {
      [flooded, quiet, flood] = [new Session(), new Session(), null];
    });
    afterEach(async () => {
      flood?.end();
      await Promise.all([flooded.end(), quiet.end()]);
    });

    it("do not lock out a connected phone, which keeps more than a quarter of its speed", async () => {
      const sessions = [flooded, quiet];
      const [place] = await Promise.all(sessions.map((session) => session.begin()));
      let number = 0;
      const go = async (forMs: number) => {
        const end = performance.now() + forMs;
        while (performance.now() < end) {
          number += 1;
          for (const { host } of sessions) {
            host.acknowledge("fsync", number);
          }
          await new Promise((resolve) => setTimeout(resolve, 20));
          for (const session of sessions) {
            session.look();
          }
        }
      };
      for (const { phone } of sessions) {
        phone?.listen();
      }
      await go(500);
      flood = new Neighbours(place as PagePlace, neighbours, perAddress);
      await go(1000);
      for (const session of sessions) {
        session.beginToWatch();
      }
      const acceptedBy = ({ phone }: Session) => phone?.accepted ?? 0;
      const before = sessions.map(acceptedBy);
      await go(6000);
      expect(flooded.phone?.refused).toBe(0);
      const [withNeighbours = 0, without = 0] = sessions.map(
        (session, place) => acceptedBy(session) - (before[place] ?? 0),
      );
      expect(withNeighbours).toBeGreaterThan(0);
      expect(withNeighbours).toBeGreaterThan(without / 4);
      console.info(
        `longest gap ${Math.round(flooded.longestGapMs)} ms, without neighbours ${Math.round(quiet.longestGapMs)} ms`,
      );
      // Both hosts share the processors with other programs. If the flood took all connections, the
      // gap would be seconds.
      expect(flooded.longestGapMs).toBeLessThan(5 * quiet.longestGapMs);
    });

    it("do not lock out a phone that connects during the flood", async () => {
      const place = await flooded.begin();
      flood = new Neighbours(place, neighbours.slice(0, 5), perAddress);
      await new Promise((resolve) => setTimeout(resolve, 500));
      const { phone } = flooded;
      expect(await phone?.load()).toBe(true);
      phone?.listen();
      flooded.host.acknowledge("fsync", 1);
      await waitFor("its first claim", () => flooded.host.held("fsync") === 1);
      expect(phone?.refused).toBe(0);
    });
  },
);
