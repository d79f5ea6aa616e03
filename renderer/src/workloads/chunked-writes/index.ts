export { fileBytes, LiveChart, Lower } from "./live";
export { Chart, Figure, hasFigures, Method, Tables } from "./report";
export { name, purpose, sentence, title } from "./words";
