import { randomBytes, randomInt } from "node:crypto";
import { access } from "node:fs/promises";
import path from "node:path";
import { type PagePlace, pagePorts, type WitnessTicket } from "#contract/power-cut/witness";
import type { Volume } from "#contract/volume";

/** The 31 characters of a page's token, which are hard to confuse; see `tokenPattern`. */
const alphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const groups = 4;
const groupLength = 4;

type Test = Pick<WitnessTicket, "runId" | "subject" | "modes">;

/** Names a page at this address of this computer as the witness. */
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

/** Names a file in this folder of another drive as the witness. */
export function driveTicket(test: Test, directory: string): WitnessTicket {
  const file = path.join(directory, witnessFileName(test.runId));
  return { ...test, secret: newSecret(), place: { kind: "drive", file } };
}

/**
 * Name of a witness file. It contains the test's id, because a stick may be mounted at another path
 * later.
 */
export function witnessFileName(runId: string): string {
  return `DriveProof-witness-${runId}.txt`;
}

/** Path of the test's witness file; `null` if no mounted volume has it. */
async function findWitnessFile(
  { runId }: WitnessTicket,
  mounted: readonly Volume[],
): Promise<string | null> {
  for (const { directory, mountPoint } of mounted) {
    for (const folder of new Set([directory, mountPoint])) {
      const file = path.join(folder, witnessFileName(runId));
      // A volume that cannot be read counts as one without the file.
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

/** The ticket with the witness file's new path; `null` if the file has not moved or is missing. */
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

/** The phone opens this URL, which the QR code contains, too. */
export function pageUrl({ address, port, token }: PagePlace): string {
  return `http://${address}:${port}/${token}/`;
}

function newSecret(): string {
  return randomBytes(32).toString("hex");
}

/** Makes a token, whose 79 bits are too many to guess through a network, and few enough to type. */
function newToken(): string {
  const group = () =>
    Array.from({ length: groupLength }, () => alphabet.charAt(randomInt(alphabet.length))).join("");
  return Array.from({ length: groups }, group).join("-");
}
