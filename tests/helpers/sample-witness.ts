import type { WitnessTicket } from "#contract/power-cut/witness";

/** The ticket of a test with two modes; its page listens on this computer only. */
export function sampleTicket(place: Partial<WitnessTicket["place"]> = {}): WitnessTicket {
  return {
    runId: "5f0c1a52-93d1-4f4c-9a6e-2f4f3b8f1c11",
    secret: "7a".repeat(32),
    subject: "Samsung SSD 990 PRO",
    modes: [
      { mode: "fsync", label: "Confirm the whole file" },
      { mode: "none", label: "Write, not confirmed" },
    ],
    place: {
      kind: "page",
      address: "127.0.0.1",
      port: 20_000 + Math.floor(Math.random() * 12_000),
      token: "abcd-efgh-2345-wxyz",
      ...place,
    } as WitnessTicket["place"],
  };
}
