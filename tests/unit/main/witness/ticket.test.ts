import path from "node:path";
import { expect, it } from "vitest";
import {
  type PagePlace,
  pagePorts,
  tokenPattern,
  witnessTicketSchema,
} from "#contract/power-cut/witness";
import { driveTicket, pageTicket, pageUrl } from "../../../../electron/main/witness/ticket";
import { sampleTicket } from "../../../helpers/sample-witness";

const { runId, subject, modes } = sampleTicket();
const test = { runId, subject, modes };

it("pageTicket() creates a new token and key, and a port in the range for pages, for every page", () => {
  const tickets = Array.from({ length: 200 }, () => pageTicket(test, "192.168.1.23"));
  const places = tickets.map(({ place }) => place as PagePlace);
  expect(new Set(places.map(({ token }) => token)).size).toBe(200);
  expect(new Set(tickets.map(({ secret }) => secret)).size).toBe(200);
  expect(places.every(({ token }) => tokenPattern.test(token))).toBe(true);
  expect(places.every(({ port }) => port >= pagePorts.from && port < pagePorts.to)).toBe(true);
});

it("a witness ticket survives a round trip through JSON", () => {
  for (const ticket of [pageTicket(test, "192.168.1.23"), driveTicket(test, "/media/stick")]) {
    expect(witnessTicketSchema.parse(JSON.parse(JSON.stringify(ticket)))).toEqual(ticket);
  }
});

it("pageUrl() returns the address of the witness page, and driveTicket() a file name with the run id", () => {
  const place = { kind: "page", address: "10.0.0.7", port: 20_001, token: "aaaa" } as const;
  expect(pageUrl(place)).toBe("http://10.0.0.7:20001/aaaa/");
  expect(driveTicket(test, "/media/stick").place).toEqual({
    kind: "drive",
    file: path.join("/media/stick", `DriveProof-witness-${runId}.txt`),
  });
});
