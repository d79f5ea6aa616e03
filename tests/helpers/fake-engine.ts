import type { HostEvent, HostRequest } from "#contract/engine-messages";
import { FakeHost } from "./fake-host";

/** An engine host under the test's control: sends what the test wants, and records the requests. */
export class FakeEngine extends FakeHost<HostRequest, HostEvent> {}
