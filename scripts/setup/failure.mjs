/** A set-up step that cannot go on: a sentence for the person, and the remedy. */
export class SetupFailure extends Error {
  /**
   * @param {string} message
   * @param {string} remedy a command to type, or one plain instruction
   */
  constructor(message, remedy) {
    super(message);
    this.name = "SetupFailure";
    this.remedy = remedy;
  }
}
