import { messages } from "../messages";

/** Reasons why saves may cost little time. All workloads that find cheap saves use them. */
export const statements = messages({
  "unwaited.memory":
    "This volume lives in the computer’s memory, so that there is no drive to wait for.",
  "unwaited.syncs-dropped":
    "The volume is mounted so that the system ignores requests to save, so that none is waited for.",
  "unwaited.barriers-off":
    "The system is told not to flush this drive, so that a save does not wait for the drive to store it.",
  "unwaited.virtual":
    "The drive is simulated: what provides it answers, and whether that waits for a real drive cannot be seen from here.",
  "unwaited.network":
    "Another computer answers, and whether it waits for its own drive cannot be seen from here.",
  "unwaited.place-unknown":
    "Whether the data goes to a drive or stays in memory cannot be seen from here.",
  "unwaited.no-flush-asked":
    "The system takes this drive for one without a memory that forgets without power, and asks for no flush.",
  "unwaited.short-protected-or-dishonest":
    "Either a confirmation takes little time beside the writing itself, or the drive’s own memory (cache) is protected against power loss, or the drive confirms saves that it has not stored yet; speed alone does not tell which.",
  "unwaited.protected-or-dishonest":
    "Either the drive’s own memory (cache) is protected against power loss, or the drive confirms saves that it has not stored yet; speed alone does not tell which.",
});
