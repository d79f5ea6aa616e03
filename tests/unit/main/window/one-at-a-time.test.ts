import { expect, it } from "vitest";
import { OneDialog, shared } from "../../../../electron/main/window/one-at-a-time";

/** An action that ends only when the test calls one of `ends` or `fails`. */
function heldAction() {
  const ends: ((value: number) => void)[] = [];
  const fails: ((error: Error) => void)[] = [];
  const action = () =>
    new Promise<number>((resolve, reject) => {
      ends.push(resolve);
      fails.push(reject);
    });
  return { action, ends, fails };
}

it("shared() returns the running action's result to every caller while it runs", async () => {
  const { action, ends } = heldAction();
  const ask = shared(action);
  const answers = Promise.all([ask(), ask(), ask()]);
  ends[0]?.(1);
  expect(await answers).toEqual([1, 1, 1]);
  expect(ends).toHaveLength(1);
});

it("shared() starts a new action after the first action has ended or failed", async () => {
  const { action, ends, fails } = heldAction();
  const ask = shared(action);
  const first = ask();
  fails[0]?.(new Error("broken"));
  await expect(first).rejects.toThrow("broken");
  const second = ask();
  ends[1]?.(2);
  expect(await second).toBe(2);
  const third = ask();
  ends[2]?.(3);
  expect(await third).toBe(3);
});

it("OneDialog refuses a second dialog until the first dialog has closed, in whatever way", async () => {
  const dialogs = new OneDialog();
  const { action, ends, fails } = heldAction();
  const first = dialogs.during(action);
  await expect(dialogs.during(action)).rejects.toThrow("Another dialog is open already");
  expect(ends).toHaveLength(1);
  ends[0]?.(1);
  expect(await first).toBe(1);
  const second = dialogs.during(action);
  fails[1]?.(new Error("broken"));
  await expect(second).rejects.toThrow("broken");
  const third = dialogs.during(action);
  ends[2]?.(3);
  expect(await third).toBe(3);
});
