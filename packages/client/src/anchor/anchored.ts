/** What came of comparing evidence with the chain and the log that the verifier named. */
export class Findings {
  /** What holds, each as a sentence. */
  readonly held: string[] = [];
  /** What contradicts the evidence. */
  readonly problems: string[] = [];
  /** What was not compared, and why. */
  readonly unchecked: string[] = [];
  /** False if something was not compared that must hold before evidence is called anchored. */
  isComplete = true;

  /** Adds `yes` to what holds, or `no` to the problems. */
  compare(holds: boolean, yes: string, no: string): void {
    (holds ? this.held : this.problems).push(holds ? yes : no);
  }

  /** Notes that something could not be compared that must be. */
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
