import { connect, type Socket } from "node:net";

/** Only what DriveProof.com names: never a server's pipe, nor a socket of another system. */
const stopPipe = /^\\\\\.\\pipe\\driveproof-stop-\d+$/;

/**
 * Ctrl-C in a terminal of Windows, which tells a program with windows nothing of it: DriveProof.com
 * (native/launcher/windows-console.c) sends one byte for each. It is a request to end as well if the
 * launcher itself is gone. `pipe` is what it has put into the environment; without it nothing is done.
 */
export function onLauncherSignal(
  pipe: string | undefined,
  listener: () => void,
  open: (pipe: string) => Socket = connect,
): void {
  if (pipe === undefined || !stopPipe.test(pipe)) {
    return;
  }
  const socket = open(pipe);
  // A launcher that cannot be reached cannot ask either.
  socket.on("error", ({ message }) =>
    console.error(`Ctrl-C of the terminal cannot be heard: ${message}`),
  );
  socket.on("connect", () => socket.on("close", listener));
  socket.on("data", (presses) => {
    for (const _ of presses) {
      listener();
    }
  });
  // What is measured keeps the program alive, and nothing else.
  socket.unref();
}
