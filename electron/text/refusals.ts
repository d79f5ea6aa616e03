import * as inspection from "./inspection/registry";
import { tellerOf } from "./teller";

/**
 * Renders errors, and why a volume cannot be tested: all statements of the first screen. It does
 * not load the verdict's sentences, so the first screen appears sooner.
 */
export const { tellAll, messageOf } = tellerOf(() => Object.values(inspection));
