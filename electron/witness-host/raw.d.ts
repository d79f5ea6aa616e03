/** Vite replaces an import with `?raw` by the text of the imported file. */
declare module "*?raw" {
  const text: string;
  export default text;
}
