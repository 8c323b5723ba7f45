import { isImpossiblePair } from './discs.ts';
import type { Mesh, MeshNode } from './mesh.ts';

/** With fewer voices a node is never doubted, because a third of them would be one or two. */
const fewestVoices = 7;

interface Voice {
  total: number;
  against: number;
}

/** A voice is against a node if most of its nodes have an impossible pair with that node. */
const isAgainst = ({ total, against }: Voice): boolean => 2 * against > total;

/**
 * Counts impossible pairs: two nodes with a round trip that is faster than light. Nodes of one owner or one network are one voice,
 * because keys cost nothing and networks do. What a voice says about its own nodes does not count.
 */
export class Accusations {
  readonly #mesh: Mesh;
  /** For each node, the number of its voice. */
  readonly voiceOf: readonly number[];
  readonly #voices: readonly Map<number, Voice>[];
  readonly #heard: number[];
  readonly #against: number[];

  constructor(mesh: Mesh) {
    this.#mesh = mesh;
    this.voiceOf = voicesOf(mesh.nodes);
    this.#voices = mesh.nodes.map(() => new Map());
    this.#heard = mesh.nodes.map(() => 0);
    this.#against = mesh.nodes.map(() => 0);
    for (const [j, { isMeasurer = true }] of mesh.nodes.entries()) if (isMeasurer) this.#hear(j, 1);
  }

  isImpossible(i: number, j: number): boolean {
    const at = i * this.#mesh.nodes.length + j;
    return i !== j && isImpossiblePair(this.#mesh.km[at] as number, this.#mesh.rttMs[at] as number);
  }

  /**
   * The share of the voices that are against a node. It is 0 if there are fewer than seven voices, or if a third or fewer are
   * against it.
   */
  shareAgainst(i: number): number {
    const [heard, against] = [this.#heard[i] as number, this.#against[i] as number];
    return heard >= fewestVoices && 3 * against > heard ? against / heard : 0;
  }

  /** What this node says does not count any more. */
  ignore(j: number): void {
    if (this.#mesh.nodes[j]?.isMeasurer ?? true) this.#hear(j, -1);
  }

  #hear(j: number, weight: 1 | -1): void {
    const n = this.#mesh.nodes.length;
    const voice = this.voiceOf[j] as number;
    for (let i = 0; i < n; i++) {
      if (this.voiceOf[i] === voice || Number.isNaN(this.#mesh.rttMs[i * n + j])) continue;
      const voices = this.#voices[i] as Map<number, Voice>;
      const it = voices.get(voice) ?? { total: 0, against: 0 };
      voices.set(voice, it);
      this.#count(i, it, -1);
      it.total += weight;
      if (this.isImpossible(i, j)) it.against += weight;
      this.#count(i, it, 1);
    }
  }

  #count(i: number, voice: Voice, weight: 1 | -1): void {
    if (voice.total > 0) this.#heard[i] = (this.#heard[i] as number) + weight;
    if (isAgainst(voice)) this.#against[i] = (this.#against[i] as number) + weight;
  }
}

/** A number for each node. Nodes that share an owner or a network, directly or through others, have the same number. */
const voicesOf = (nodes: readonly MeshNode[]): number[] => {
  const voices = nodes.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (voices[root] !== root) root = voices[root] as number;
    voices[i] = root;
    return root;
  };
  const seen = new Map<string, number>();
  for (const [i, { owner, network }] of nodes.entries())
    for (const key of [owner && `owner ${owner}`, network && `network ${network}`]) {
      if (!key) continue;
      const other = seen.get(key);
      if (other === undefined) seen.set(key, i);
      else voices[rootOf(i)] = rootOf(other);
    }
  return nodes.map((_, i) => rootOf(i));
};
