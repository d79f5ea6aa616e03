import * as inspection from "./inspection/registry";
import { tellerOf } from "./teller";

/**
 * Renders errors and why a volume cannot be tested: all statements of the first screen. It loads
 * without the verdict's.
 */
export const { tellAll, messageOf } = tellerOf(() => Object.values(inspection));
