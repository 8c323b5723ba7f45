/** What became of holding evidence against things that the verifier named. */
export class Findings {
  /** What was found to hold, each as a sentence. */
  readonly held: string[] = [];
  /** What contradicts the evidence. */
  readonly problems: string[] = [];
  /** What was not compared, and why. */
  readonly unchecked: string[] = [];
  /** False where something was not compared that evidence needs to be called anchored. */
  isComplete = true;

  /** Notes the one or the other sentence. */
  compare(holds: boolean, yes: string, no: string): void {
    (holds ? this.held : this.problems).push(holds ? yes : no);
  }

  /** Notes something that would be needed. */
  missing(sentence: string): void {
    this.unchecked.push(sentence);
    this.isComplete = false;
  }

  add(other: Findings): void {
    this.held.push(...other.held);
    this.problems.push(...other.problems);
    this.unchecked.push(...other.unchecked);
    this.isComplete &&= other.isComplete;
  }
}
