import { CapacityReducer } from "./reduce";

export { estimate, leftOfStepNs } from "./estimate";
export { capacityFindings as findings } from "./findings";
export { fileBytes, profiles } from "./plan";

export const reduce = () => new CapacityReducer();
