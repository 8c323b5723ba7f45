/** How many challenges are asked for, and how many agents there are. */
export interface LifeSize {
  readonly challenges: number;
  /** Of each proof type. */
  readonly provers: number;
  readonly fewestChallengers: number;
  readonly mostChallengers: number;
  /** The most challengers that a request asks for. */
  readonly mostAskedFor: number;
}

/** So few challenges that they never wait for each other's agents. Honest agents then always bring a verdict. */
export const few: LifeSize = { challenges: 2, provers: 1, fewestChallengers: 1, mostChallengers: 5, mostAskedFor: 4 };
export const crowded: LifeSize = {
  challenges: 25,
  provers: 3,
  fewestChallengers: 0,
  mostChallengers: 9,
  mostAskedFor: 5,
};
