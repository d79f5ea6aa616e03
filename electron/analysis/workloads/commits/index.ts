import { CommitsReducer } from "./reduce";

export { estimate } from "./estimate";
export { commitFindings as findings } from "./findings";
export { fileBytes, profiles } from "./plan";

export const reduce = () => new CommitsReducer();
