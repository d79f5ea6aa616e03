import * as inspection from "./inspection/registry";
import { tellerOf } from "./teller";

/** Renders the statements of the first screen, which opens sooner without the verdict's sentences. */
export const { tellAll, messageOf } = tellerOf(() => Object.values(inspection));
