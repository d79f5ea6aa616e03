export const kibibyte = 1024;
export const mebibyte = 1024 * kibibyte;
export const gibibyte = 1024 * mebibyte;

/** Time units, in nanoseconds. */
export const millisecond = 1_000_000;
export const second = 1000 * millisecond;
