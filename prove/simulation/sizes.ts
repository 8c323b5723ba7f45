/** How many ask, and who is there for them. */
export interface LifeSize {
  readonly challenges: number;
  /** Of each proof type. */
  readonly provers: number;
  readonly fewestChallengers: number;
  readonly mostChallengers: number;
  /** The most that a request asks for. */
  readonly mostAskedFor: number;
}

/** Few enough that requests never wait for each other's agents: honest agents then always bring a verdict. */
export const few: LifeSize = { challenges: 2, provers: 1, fewestChallengers: 1, mostChallengers: 5, mostAskedFor: 4 };
export const crowded: LifeSize = {
  challenges: 25,
  provers: 3,
  fewestChallengers: 0,
  mostChallengers: 9,
  mostAskedFor: 5,
};
