#pragma once

#ifdef __cplusplus
extern "C" {
#endif

/**
 * Forgets this thread's first failure: the first drive error that a system call of a database
 * returned. After a failed flush a database rolls back, closes and removes files, and may report an
 * error of these later calls, on a file system that is read-only by then. SQLite even ignores a
 * failed flush of a folder.
 */
void driveproof_forget_failures(void);

/** Records the error of a call; `call` is a literal. Ignores errors that do not blame the drive. */
void driveproof_note_failure(const char* call, int error);

/** The first failed call, or NULL; `error` receives the error number of that call. */
const char* driveproof_first_failure(int* error);

#ifdef __cplusplus
}
#endif
