import { connect, type Socket } from "node:net";

/**
 * Only a pipe name that DriveProof.com creates, never a server's pipe or another system's socket.
 */
const stopPipe = /^\\\\\.\\pipe\\driveproof-stop-\d+$/;

/**
 * Ctrl-C in a Windows terminal does not reach GUI programs: instead, DriveProof.com
 * (native/launcher/windows-console.c) sends one byte per Ctrl-C. Losing the launcher also counts as
 * a request to end. `pipe` is the name from the environment; without it this does nothing.
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
  // Without a connection no Ctrl-C arrives from the launcher: report that and let the command go
  // on.
  socket.on("error", ({ message }) =>
    console.error(`Ctrl-C of the terminal cannot be heard: ${message}`),
  );
  socket.on("connect", () => socket.on("close", listener));
  socket.on("data", (presses) => {
    for (const _ of presses) {
      listener();
    }
  });
  // The pipe must not keep the process alive; only the running command does.
  socket.unref();
}
