import dgram from "node:dgram";
import net from "node:net";

/** Two sockets of 127.0.0.1 with one port number that count what reaches them. */
export interface ListeningPorts {
  readonly port: number;
  /** Datagrams and connections so far. */
  readonly counted: () => { readonly datagrams: number; readonly connections: number };
  readonly close: () => void;
}

/** Listens on a free port, by UDP and by TCP. */
export async function listenOnPorts(): Promise<ListeningPorts> {
  let datagrams = 0;
  let connections = 0;
  const server = net.createServer((socket) => {
    connections += 1;
    socket.on("error", () => undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as net.AddressInfo;
  const socket = dgram.createSocket("udp4");
  socket.on("message", () => {
    datagrams += 1;
  });
  await new Promise<void>((resolve) => socket.bind(port, "127.0.0.1", resolve));
  return {
    port,
    counted: () => ({ datagrams, connections }),
    close: () => {
      server.close();
      socket.close();
    },
  };
}
