import { z } from "zod";
import { flushModeIds } from "../flush-mode";
import { statementSchema } from "../statement";

/**
 * The witness of the plug test stores the last acknowledged number of every mode out of the power
 * cut's reach: in the browser of a phone, or (weaker) in a file on another drive. This file has the
 * messages between main, the witness host and the page, and the data needed to find the witness
 * again after the restart. A witness may lag behind the test but never leads it: every number
 * carries a seal that only this run can make, so a number that was never acknowledged cannot be
 * handed back.
 */

/** Records are numbered from 1 in each mode. */
const recordNumber = z.number().int().positive();
const mode = z.enum(flushModeIds);
const maxModes = flushModeIds.length;

export const modeNumberSchema = z.object({ mode, number: recordNumber });
/** A flush mode with the number of its last record. */
export type ModeNumber = z.infer<typeof modeNumberSchema>;
const modeNumbers = z.array(modeNumberSchema).max(maxModes);

/** Time from the start of the writing until the numbers were read from the engine. */
const elapsedNs = z.number().int().nonnegative();

export const heldNumberSchema = modeNumberSchema.extend({
  /** When the engine had acknowledged the number; `null` if the person typed it. */
  elapsedNs: elapsedNs.nullable(),
});
export type HeldNumber = z.infer<typeof heldNumberSchema>;

/** A number from the witness page, as the person types it. */
export const typedNumberSchema = z.strictObject({
  mode,
  number: recordNumber,
  checkWord: z.string().max(40),
});

/**
 * The test's stage as the witness sees it. `waiting`: nothing is written yet. `cut`: the person was
 * asked to cut the power, and the test still writes. `returned`: the computer is on again and
 * collects the numbers. `finished`: the witness is no longer needed.
 */
export const witnessStages = ["waiting", "writing", "cut", "returned", "finished"] as const;
export type WitnessStage = (typeof witnessStages)[number];

/** Letters and digits that a person typing an address cannot confuse. */
export const tokenPattern = /^[a-hjkmnp-z2-9]{4}(-[a-hjkmnp-z2-9]{4}){3}$/;

/**
 * Ports for the witness page, below those that systems assign automatically and of which Windows
 * reserves blocks: the page's port is probably still free when the page must come back after the
 * restart.
 */
export const pagePorts = { from: 20_000, to: 32_000 } as const;

/** A page on the local network, at `http://address:port/token/`. */
export const pagePlaceSchema = z.object({
  kind: z.literal("page"),
  address: z.ipv4(),
  /** The requested port; the actual one is in the event `ready`. */
  port: z.number().int().min(1024).max(65_535),
  token: z.string().regex(tokenPattern),
});
export type PagePlace = z.infer<typeof pagePlaceSchema>;

/** An append-only file on a drive other than the one under test. */
export const drivePlaceSchema = z.object({ kind: z.literal("drive"), file: z.string().max(4096) });
export type DrivePlace = z.infer<typeof drivePlaceSchema>;

/** Everything needed to reach the witness again after the restart; stored with the test's state. */
export const witnessTicketSchema = z.object({
  runId: z.string().regex(/^[0-9a-f-]{8,64}$/),
  /** Key of the seals, 32 bytes in hex. */
  secret: z.string().regex(/^[0-9a-f]{64}$/),
  /** The page's name for the test, e.g. the drive's model. */
  subject: z.string().max(120),
  modes: z
    .array(z.object({ mode, label: z.string().max(80) }))
    .min(1)
    .max(maxModes),
  place: z.discriminatedUnion("kind", [pagePlaceSchema, drivePlaceSchema]),
});
export type WitnessTicket = z.infer<typeof witnessTicketSchema>;

export const pageWordKeys = [
  ...["title", "noScript", "connecting", "leaveOpen", "connected"],
  ...["waitingAdvice", "writingAdvice", "slow", "slowAdvice"],
  ...["noConnection", "noConnectionAdvice", "silent", "silentSince", "silentAdvice"],
  ...["cut", "cutAdvice", "noNumbers", "noNumbersAdvice"],
  ...["handingOver", "handedOver", "goOn", "done", "doneAdvice"],
  ...["numbers", "checkWord", "typing", "memory", "keepOpen"],
] as const;

/** Main sends these texts of page and witness file, because the witness host has no texts. */
export const witnessWordsSchema = z.object({
  language: z.string(),
  page: z.record(z.enum(pageWordKeys), z.string()),
  fileHead: z.string(),
});
export type WitnessWords = z.infer<typeof witnessWordsSchema>;
export type PageWords = WitnessWords["page"];

export const witnessRequestSchema = z.discriminatedUnion("type", [
  /** `resuming` is true after the restart: a witness file is then read back instead of made. */
  z.object({
    type: z.literal("start"),
    ticket: witnessTicketSchema,
    resuming: z.boolean(),
    words: witnessWordsSchema,
  }),
  /** The newest records whose flush has returned, sent up to a hundred times a second. */
  z.object({ type: z.literal("acknowledged"), current: mode, numbers: modeNumbers, elapsedNs }),
  z.object({ type: z.literal("stage"), stage: z.enum(witnessStages) }),
  /** A number that the person copied from the witness page; `typed` answers it. */
  z.object({
    type: z.literal("typed"),
    question: z.number().int(),
    ...typedNumberSchema.shape,
  }),
]);
export type WitnessRequest = z.infer<typeof witnessRequestSchema>;

export const witnessFaultCodes = [
  /** The network is off, or has assigned another address to this computer. */
  "address-gone",
  "cannot-listen",
  "file-missing",
  "file-exists",
  "drive-full",
  "drive-error",
  "no-permission",
  "host-died",
  "internal",
] as const;

/** Why the witness cannot work, in words for the person and the system's error. */
export const witnessFaultSchema = z.object({
  code: z.enum(witnessFaultCodes),
  message: z.string(),
  syscall: z.string().nullable(),
  osCode: z.number().int().nullable(),
});
export type WitnessFault = z.infer<typeof witnessFaultSchema>;

/** The host process reports a statement code in place of the sentence. */
export const witnessHostFaultSchema = witnessFaultSchema
  .omit({ message: true })
  .extend({ statement: statementSchema });
export type WitnessHostFault = z.infer<typeof witnessHostFaultSchema>;

export const witnessProgressSchema = z.object({
  /** The highest number of every mode that the witness has confirmed. */
  held: z.array(heldNumberSchema).max(maxModes),
  /** Witness pages that reported in the last few seconds; for a witness file 1 while it is open. */
  connections: z.number().int().nonnegative(),
  /**
   * Time from the newest confirmed acknowledgement to its confirmation; `null` before the first.
   */
  confirmationMs: z.number().nonnegative().nullable(),
  /** Age of the oldest unconfirmed acknowledgement; 0 when there is none. */
  unconfirmedMs: z.number().nonnegative(),
  /**
   * Whether the browser stores the numbers for good (`storage`) or loses them at a reload
   * (`memory`), as in a private window. `null` until a page has reported.
   */
  keeps: z.enum(["storage", "memory"]).nullable(),
});
export type WitnessProgress = z.infer<typeof witnessProgressSchema>;

export const witnessEventSchema = z.discriminatedUnion("type", [
  /** The page can be opened, or the file exists. The port may differ from the requested one. */
  z.object({
    type: z.literal("ready"),
    place: z.discriminatedUnion("kind", [pagePlaceSchema, drivePlaceSchema]),
    /** The call that makes the file's lines durable; `null` for a page. */
    systemCall: z.string().nullable(),
  }),
  /** Sent at most fifty times a second; each message replaces the one before. */
  z.object({ type: z.literal("progress"), progress: witnessProgressSchema }),
  z.object({ type: z.literal("typed"), question: z.number().int(), accepted: z.boolean() }),
  /** The witness failed permanently; its confirmed numbers remain. */
  z.object({ type: z.literal("failed"), fault: witnessHostFaultSchema }),
]);
export type WitnessEvent = z.infer<typeof witnessEventSchema>;

/** Sent to the witness page; each state replaces the one before. */
export interface PageFrame {
  readonly stage: WitnessStage;
  readonly subject: string;
  /** The mode that is being written; `null` before the writing begins and after the restart. */
  readonly current: string | null;
  readonly modes: readonly {
    readonly mode: string;
    readonly label: string;
    /** Last acknowledged record with its seal; `null` if there is none to store. */
    readonly last: SealedNumber | null;
    /** Highest record number that a witness has confirmed; 0 for none. */
    readonly received: number;
  }[];
}

export interface SealedNumber {
  readonly number: number;
  readonly elapsedNs: number;
  /** Keyed hash that only this test can make, as proof that the number was acknowledged. */
  readonly seal: string;
  /** A shorter proof that the number was acknowledged, for a person to type. */
  readonly checkWord: string;
}

/** The witness page's answer to the host: all record numbers that the page has stored. */
export const pageClaimSchema = z.strictObject({
  keeps: z.enum(["storage", "memory"]),
  numbers: z
    .array(z.strictObject({ mode, number: recordNumber, elapsedNs, seal: z.string().max(64) }))
    .max(maxModes),
});
export type PageClaim = z.infer<typeof pageClaimSchema>;

export const witnessChoiceSchema = z.discriminatedUnion("kind", [
  z.strictObject({ kind: z.literal("page"), address: z.ipv4().max(15) }),
  z.strictObject({ kind: z.literal("drive"), volumeId: z.string().max(4096) }),
  z.strictObject({ kind: z.literal("computer") }),
]);
export type WitnessChoice = z.infer<typeof witnessChoiceSchema>;

export interface PageAddress {
  readonly address: string;
  /** The adapter as the system names it: `wlan0`, `en0`, `Wi-Fi`. */
  readonly adapter: string;
}

export type WitnessDrive =
  | { readonly usable: false; readonly reason: string }
  /** `warnings` are sentences that the person must see before choosing this drive. */
  | { readonly usable: true; readonly warnings: readonly string[] };

export type OfferedWitnessDrive = WitnessDrive & {
  readonly volumeId: string;
  readonly name: string;
  readonly mountPoint: string;
};

export interface WitnessOffer {
  readonly addresses: readonly PageAddress[];
  readonly drives: readonly OfferedWitnessDrive[];
  /** Why this computer cannot be the witness; `null` if it can. */
  readonly computerRefused: string | null;
  /** What the system's firewall may ask once the page is open; `null` if nothing is known. */
  readonly firewallQuestion: string | null;
}

export interface GuideWitness {
  readonly kind: WitnessChoice["kind"];
  readonly phase: "starting" | "ready" | "failed";
  /** Address of the page; `null` until the page is ready, and if the witness is not a page. */
  readonly url: string | null;
  /** Whether the page is served at the address the phone knows, so that it reconnects by itself. */
  readonly isAtKnownAddress: boolean;
  readonly file: string | null;
  /** The call that makes the file's lines durable. */
  readonly systemCall: string | null;
  readonly progress: WitnessProgress;
  readonly fault: WitnessFault | null;
}
