// The same instance of vitest's runner that the bundled tests register with.
export { startTests } from "@vitest/runner";
