#ifndef DRIVEPROOF_LAB_DRIVE_H
#define DRIVEPROOF_LAB_DRIVE_H

#include <stddef.h>
#include <stdint.h>

/**
 * A drive made of memory, with flaws on request, that keeps a record of what it truly did.
 *
 * It has two copies of its content, as a real drive has: what it answers reads from, and what
 * would be left after a loss of power. A write changes the first; a flush brings the second up to
 * date, unless a flaw prevents it. Everything runs on the one thread of the FUSE loop, so that the
 * drive does one thing at a time.
 */

enum { kDriveBlockBytes = 4096, kStampBytes = 40 };

/** Makes the drive. `forward_fd` is flushed with every flush, or -1. Returns 0 or an errno. */
int drive_make(uint64_t bytes, int forward_fd);

uint64_t drive_bytes(void);

/** Bytes read, at most `bytes`, or a negative errno. */
int64_t drive_read(void* target, size_t bytes, uint64_t offset);

/** `bytes`, or a negative errno. */
int64_t drive_write(const void* data, size_t bytes, uint64_t offset);

/** 0 or a negative errno. */
int drive_flush(void);

/** From so hot on it calls itself too hot; thousandths of a degree Celsius as in /sys/class/hwmon. */
enum { kLimitMilliCelsius = 84000 };

/** What its sensor shows: at most a degree more than its limit. */
uint64_t drive_temperature(void);

/** What was not kept is gone, and every request fails until the power is back. */
void drive_cut_power(void);

/** How often the power was cut. */
uint64_t drive_cuts(void);

/** Everything in the cache reaches permanent storage. */
void drive_write_out(void);

/** One line of the control file; see README.md. Returns 0, or EINVAL for what it does not know. */
int drive_command(const char* line);

/** The record as one JSON object of at most `room` bytes. Returns its length, 0 for no memory. */
size_t drive_truth(char* text, size_t room);

#endif
