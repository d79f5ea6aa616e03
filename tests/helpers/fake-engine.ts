import type { HostEvent, HostRequest } from "#contract/engine-messages";
import { FakeHost } from "./fake-host";

/** An engine host under the test's control: says what it is told to, remembers what it is asked. */
export class FakeEngine extends FakeHost<HostRequest, HostEvent> {}
