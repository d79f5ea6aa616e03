import { type HistoryEvent, historyRequestSchema } from "#contract/history";
import { openParentPort } from "../engine-host/port";
import { HistoryFolder } from "./history-folder";

/**
 * The process that reads earlier inspections: parsing a hundred reports takes seconds of processor
 * time, and a read from a hanging drive may never return. Neither may block the window.
 */
const port = openParentPort<HistoryEvent>();
const history = new HistoryFolder();

port.onMessage((message) => {
  void answer(message).catch((error: unknown) => {
    console.error("a question about earlier inspections could not be answered:", error);
    process.exit(1); // the parent process notices the exit
  });
});

async function answer(message: unknown): Promise<void> {
  const request = historyRequestSchema.parse(message);
  const { folder, question } = request;
  switch (request.type) {
    case "list": {
      const problem = await history.list(folder, (found) =>
        port.send({ type: "found", question, found }),
      );
      port.send({ type: "listed", question, problem });
      return;
    }
    case "look": {
      const found = await history.look(folder, request.name);
      port.send({ type: "found", question, found });
      port.send({ type: "listed", question, problem: null });
      return;
    }
    case "open":
      port.send({ type: "opened", question, report: await history.open(folder, request.name) });
      return;
  }
}

port.onDisconnect(() => process.exit(0));
