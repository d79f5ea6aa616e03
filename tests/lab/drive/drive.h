#ifndef DRIVEPROOF_LAB_DRIVE_H
#define DRIVEPROOF_LAB_DRIVE_H

#include <stddef.h>
#include <stdint.h>

/**
 * A drive made of memory, with flaws on request, that records what it did.  It has two copies of
 * its content, as a real drive has: one that reads return, and one that would survive a loss of
 * power. A write changes the first; a flush copies the changes to the second, unless a flaw
 * prevents that. Everything runs on the single thread of the FUSE loop, so the drive does one thing
 * at a time.
 */

enum { kDriveBlockBytes = 4096, kStampBytes = 40 };

/** Makes the drive. Every flush also flushes `forward_fd`; -1: none. Returns 0 or an errno. */
int drive_make(uint64_t bytes, int forward_fd);

uint64_t drive_bytes(void);

/** Returns the bytes read, at most `bytes`, or a negative errno. */
int64_t drive_read(void* target, size_t bytes, uint64_t offset);

/** Returns `bytes`, or a negative errno. */
int64_t drive_write(const void* data, size_t bytes, uint64_t offset);

/** Returns 0 or a negative errno. */
int drive_flush(void);

/**
 * From this temperature on the drive reports that it is too hot. Thousandths of a degree Celsius,
 * as in /sys/class/hwmon.
 */
enum { kLimitMilliCelsius = 84000 };

/** The temperature that the drive's sensor shows: at most one degree above its limit. */
uint64_t drive_temperature(void);

/**
 * Cuts the power: data that is not permanent is lost, and every request fails until the power is
 * back.
 */
void drive_cut_power(void);

/** Number of power cuts so far. */
uint64_t drive_cuts(void);

/** Makes everything in the cache permanent. */
void drive_write_out(void);

/** Performs a line of the control file; see README.md. Returns 0, or EINVAL for an unknown line. */
int drive_command(const char* line);

/**
 * Writes the record of the drive's actions as a JSON object of at most `room` bytes. Returns its
 * length, or 0 if memory is short.
 */
size_t drive_truth(char* text, size_t room);

#endif
