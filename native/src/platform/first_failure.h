#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/**
 * The first error of the drive that a call of a database met on this thread. A database goes on
 * after a failed flush: it rolls back, closes and removes files, and what it reports at the end may
 * be the error of one of these on a file system that is read-only by then. SQLite even ignores a
 * failed flush of a folder.
 */
void driveproof_forget_failures(void);

/** Records the error of a call; `call` is a literal. Errors that do not blame the drive are left out. */
void driveproof_note_failure(const char* call, int error);

/** The call, or NULL where none has failed; `error` gets its number. */
const char* driveproof_first_failure(int* error);

#ifdef __cplusplus
}
#endif
