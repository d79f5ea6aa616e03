/**
 * Flags for Chromium: a test's page is closed before V8's background optimization could save any
 * time, and threads that clear memory would only take processor time from other windows.
 */
export const shortLivedPages = "--js-flags=--no-opt,--single-threaded-gc";
