import { afterAll } from "vitest";
import { endSharedMock } from "./open-mock";

// A worker's test files share their modules, but each file has its own Electron, which ends with
// the file.
afterAll(endSharedMock);
