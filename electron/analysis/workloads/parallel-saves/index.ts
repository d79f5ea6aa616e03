import { ParallelReducer } from "./reduce";

export { estimate } from "./estimate";
export { parallelFindings as findings } from "./findings";
export { fileBytes, profiles } from "./plan";

export const reduce = () => new ParallelReducer();
