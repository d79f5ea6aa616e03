import { beforeEach, describe, expect, it } from "vitest";
import { WitnessLedger } from "../../../electron/witness-host/ledger";

let now = 0;
let ledger: WitnessLedger;
beforeEach(() => {
  now = 1000;
  ledger = new WitnessLedger(() => now);
});

describe("the ledger of the witness", () => {
  it("counts a number as stored by the witness only after the witness has confirmed it", () => {
    ledger.acknowledge({ mode: "fsync", number: 100 }, 5);
    expect(ledger.lastAcknowledged("fsync")?.number).toBe(100);
    expect(ledger.lastHeld("fsync")).toBe(0);
    expect(ledger.allHeld()).toEqual([]);
    ledger.confirm({ mode: "fsync", number: 90, elapsedNs: 5 });
    expect(ledger.allHeld()).toEqual([{ mode: "fsync", number: 90, elapsedNs: 5 }]);
  });

  it("never lowers a number because of a late message", () => {
    ledger.acknowledge({ mode: "fsync", number: 100 }, 5);
    ledger.acknowledge({ mode: "fsync", number: 40 }, 5);
    ledger.confirm({ mode: "fsync", number: 100, elapsedNs: 5 });
    ledger.confirm({ mode: "fsync", number: 40, elapsedNs: 5 });
    expect(ledger.lastAcknowledged("fsync")?.number).toBe(100);
    expect(ledger.lastHeld("fsync")).toBe(100);
  });

  it("reports how long the oldest unconfirmed number has waited, and how long the last confirmation took", () => {
    expect(ledger.confirmationMs()).toBeNull();
    ledger.acknowledge({ mode: "fsync", number: 100 }, 5);
    now += 30;
    ledger.acknowledge({ mode: "fsync", number: 200 }, 5);
    now += 50;
    expect(ledger.unconfirmedMs()).toBe(80);
    ledger.confirm({ mode: "fsync", number: 100, elapsedNs: 5 });
    expect(ledger.confirmationMs()).toBe(80);
    expect(ledger.unconfirmedMs()).toBe(50);
    ledger.confirm({ mode: "fsync", number: 200, elapsedNs: 5 });
    expect(ledger.confirmationMs()).toBe(50);
    expect(ledger.unconfirmedMs()).toBe(0);
  });

  it("counts each mode separately", () => {
    ledger.acknowledge({ mode: "fsync", number: 100 }, 5);
    ledger.acknowledge({ mode: "none", number: 9000 }, 5);
    now += 10;
    ledger.confirm({ mode: "none", number: 9000, elapsedNs: 5 });
    expect(ledger.lastHeld("fsync")).toBe(0);
    expect(ledger.unconfirmedMs()).toBe(10);
  });

  it("stays small while the witness is silent, and still reports how long the witness has been silent", () => {
    for (let number = 1; number <= 50_000; number += 1) {
      ledger.acknowledge({ mode: "fsync", number }, 5);
      now += 100;
    }
    expect(ledger.unconfirmedMs()).toBe(5_000_000);
    const remembered = (ledger as unknown as { open: unknown[] }).open.length;
    expect(remembered).toBeLessThanOrEqual(256);
    ledger.confirm({ mode: "fsync", number: 50_000, elapsedNs: 5 });
    expect(ledger.unconfirmedMs()).toBe(0);
    expect(ledger.confirmationMs()).toBe(100);
  });
});
