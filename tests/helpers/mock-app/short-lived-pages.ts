/**
 * For Chromium: a page of these tests is gone before code that V8 optimizes in the background could
 * repay it, and threads that clear memory only take the processors from the other window.
 */
export const shortLivedPages = "--js-flags=--no-opt,--single-threaded-gc";
