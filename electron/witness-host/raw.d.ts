/** Vite replaces such an import with the file's text. */
declare module "*?raw" {
  const text: string;
  export default text;
}
