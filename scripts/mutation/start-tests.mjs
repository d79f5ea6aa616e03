// The bundled tests register with this instance of vitest's runner.
export { startTests } from "@vitest/runner";
