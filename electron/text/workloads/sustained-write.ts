import type { RunPlan } from "#contract/run-plan";
import { formatBytes } from "../format";
import { messages, richMessages } from "../messages";
import { sentences } from "../sentences";
import { absenceMessages } from "./home";

export const sustainedWriteTable = messages({
  first: "Why it ended, and the worst stretch",
  average: "Average",
  before: "Before the fall",
  after: "After the fall",
  noFall: "no lasting fall",
  notBegun: "Not begun",
  worst:
    "{isStall, select, true {worst stretch: one write took {time}, from {from} on} other {worst stretch: {operations, plural, =1 {one write} other {# writes}} in {time}, from {from} on}}",
  atTime: "After",
  speedUpToThen: "Speed up to then",
  stretch: "Stretch",
  firstBytes: "The first {bytes}",
  followingBytes: "The {bytes} after them",

  unavailable: "Long write: unavailable: {reason}",
  notMeasured: "Long write: not measured",
  rate: "Long write of {bytes}: {rate}",
  cliff: "{fastRate} for the first {bytes}, then {slowRate}",
  noCliff: "without a lasting fall",
  tooShort: "too short to know whether the speed falls for good",
  slower: "{firstRate} in the first third of the time, {lastRate} in the last",
});

export const statements = sentences({
  "sustained-steady.title": "A long write did not become much slower",
  "sustained-steady.seen":
    "{bytes, number, bytes} were written in {elapsedNs, number, duration}, at {bytesPerSecond, number, bytesPerSecond} on average, without a lasting fall to two thirds or less.",
  "sustained-steady.seen-fall":
    "{bytes, number, bytes} were written in {elapsedNs, number, duration}, at {bytesPerSecond, number, bytesPerSecond} on average.",
  "sustained-steady.title-fall":
    "A long write became slower, from {firstBytesPerSecond, number, bytesPerSecond} to {lastBytesPerSecond, number, bytesPerSecond}",
  "sustained-steady.means-fall":
    "The speed of the last third of the time is set beside that of the first. Whether a fast cache of the drive filled up is not known.",
  "sustained-steady.means":
    "{isVirtual, select, true {Up to that size no fast cache of the virtual drive was seen to be full.} other {Up to that size no fast cache of the drive was seen to be full.}} Whether a longer write fills one is not known.",
  "fast-cache-full.title": "After {bytes, number, bytes} in one go writing is slower",
  "fast-cache-full.seen":
    "Of one long write the first {bytes, number, bytes} went at {fastBytesPerSecond, number, bytesPerSecond}, what followed at {slowBytesPerSecond, number, bytesPerSecond}.",
  "fast-cache-full.means":
    "{isVirtual, select, true {Many drives take data into a small fast part first and are slower once it is full; what provides this one may limit it in the same way.} other {Many drives take data into a small fast part first and are slower once it is full.}} What is written in one go beyond that goes at the slower speed.",
  "fast-cache-full.own-memory":
    "ZFS may also have taken the first part into the computer’s memory.",
  "fast-cache-full.todo-idle":
    "Leave the drive idle for some minutes before a large copy: a fast part that is full may be empty again by then.",
  "fast-cache-full.todo":
    "Leave the drive idle for some minutes before a large copy, and keep part of it free: a fast part is emptied meanwhile, and often grows while there is room.",
});

/** Why the writing ended. */
export const endings = messages({
  settled: "The speed had fallen and settled",
  bytes: "The planned bytes were written",
  time: "The planned time was over",
  stopped: "Stopped by the person",
  error: "Broken off by an error",
});

export const absence = absenceMessages("during the long write");

export const { name, subject, purpose, title, sentence, chartNote, briefMethod, progress } =
  messages({
    name: "Long write",
    subject: "the speed of one long write",
    purpose: "How long the drive stays fast, and how fast it is afterwards.",
    title: "Speed of one long write",
    sentence: "Writing on and on around memory, until the drive’s speed has fallen and settled.",
    chartNote: "Both axes begin at 0. Each step is the mean of a stretch of time.",
    briefMethod:
      "One file grows, around the system’s memory, until the speed has fallen and stayed, or the amount or the time is reached.",
    progress: "Long write, step {step, number} of {steps, number}",
  });

export const sustainedWriteScreen = messages({
  limit: "Writes up to {bytes}.",
  slowerAfter: "slower after {bytes}",
  writtenOf: "{written} of at most {limit}",

  howToRead:
    "Many drives take data into a small fast part first. Where the curve falls for good, that part may be full or the drive too hot, and a longer write goes on at the slower speed.",
  whenItEnds: "The writing ends by itself when the speed has fallen and settled, or at its limit.",
  speedNow: "Speed now",
  inOneGo: "In one go (at most {limit})",
});

export function limit({ workloads }: RunPlan): string {
  return sustainedWriteScreen.limit({ bytes: formatBytes(workloads["sustained-write"].maxBytes) });
}

export const sustainedWriteNotes = messages({
  notMeasured: "Not measured.",
  unavailable: "Not available ({reason}).",
  noFall: "The speed did not fall for good while {bytes} were written, at {rate} on average.",
  tooShort:
    "{bytes} were written at {rate} on average; whether the speed falls for good is not known after so short a time.",
  slower:
    "{bytes} were written at {rate} on average, in the first third of the time at {first}, in the last at {last}.",
  fall: "The first {bytes} went at {fast}, what followed at {slow}.",
  slowest:
    "{isStall, select, true {Slowest stretch: one write took {time}.} other {Slowest stretch: {operations, plural, =1 {one write} other {# writes}} in {time}.}}",
  steps: "Each step is the mean of a stretch of time.",
});

export const sustainedWriteMethod = richMessages({
  text: "A file that grows is written in pieces of {piece} with <call>{systemCall}</call>, around the page cache, until the speed has fallen and then stayed within {spread} for {settled}, or until {limit} or {time}. The speed has fallen where it passes the middle of two speeds: those of the parts into which the writing divides best (least squares of the logarithms), if the first was at least {ratio} as fast as the second.",
});
