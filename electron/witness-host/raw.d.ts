/** Vite puts the file's text in place of such an import. */
declare module "*?raw" {
  const text: string;
  export default text;
}
