import { afterAll } from "vitest";
import { endSharedMock } from "./open-mock";

// The files of a worker share their modules, so that each is loaded once; Electron ends with its file.
afterAll(endSharedMock);
