import { randomBytes, randomInt } from "node:crypto";
import { access } from "node:fs/promises";
import path from "node:path";
import { type PagePlace, pagePorts, type WitnessTicket } from "#contract/power-cut/witness";
import type { Volume } from "#contract/volume";

/** 31 characters that are not mistaken for each other; see `tokenPattern`. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 4;
const groupLength = 4;

type Test = Pick<WitnessTicket, "runId" | "subject" | "modes">;

/** The ticket of a new test whose witness is a page at this address of the computer. */
export function pageTicket(test: Test, address: string): WitnessTicket {
  return {
    ...test,
    secret: newSecret(),
    place: {
      kind: "page",
      address,
      port: randomInt(pagePorts.from, pagePorts.to),
      token: newToken(),
    },
  };
}

/** The ticket of a new test whose witness is a file in this folder of another drive. */
export function driveTicket(test: Test, directory: string): WitnessTicket {
  const file = path.join(directory, witnessFileName(test.runId));
  return { ...test, secret: newSecret(), place: { kind: "drive", file } };
}

/** The file's name tells which test it belongs to: a stick may come back under another path. */
export function witnessFileName(runId: string): string {
  return `DriveProof-witness-${runId}.txt`;
}

/** Where the file of this test is now; `null` when no mounted volume has it. */
async function findWitnessFile(
  { runId }: WitnessTicket,
  mounted: readonly Volume[],
): Promise<string | null> {
  for (const { directory, mountPoint } of mounted) {
    for (const folder of new Set([directory, mountPoint])) {
      const file = path.join(folder, witnessFileName(runId));
      // A volume that cannot be looked into does not have it.
      if (
        await access(file).then(
          () => true,
          () => false,
        )
      ) {
        return file;
      }
    }
  }
  return null;
}

/** The ticket with the path its file has now; `null` where that is the old one or none. */
export async function movedTicket(
  ticket: WitnessTicket,
  mounted: readonly Volume[],
): Promise<WitnessTicket | null> {
  if (ticket.place.kind !== "drive") {
    return null;
  }
  const file = await findWitnessFile(ticket, mounted);
  return file === null || file === ticket.place.file
    ? null
    : { ...ticket, place: { kind: "drive", file } };
}

/** The address to open on the phone; also what the QR code says. */
export function pageUrl({ address, port, token }: PagePlace): string {
  return `http://${address}:${port}/${token}/`;
}

function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** 79 bits: nobody guesses it through a network, and a person can type it. */
function newToken(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
  return Array.from({ length: groups }, group).join("-");
}
