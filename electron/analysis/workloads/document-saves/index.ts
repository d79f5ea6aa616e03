import { DocumentsReducer } from "./reduce";

export { estimate } from "./estimate";
export { documentFindings as findings } from "./findings";
export { fileBytes, profiles } from "./plan";

export const reduce = () => new DocumentsReducer();
