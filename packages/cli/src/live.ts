import { display } from './output.ts';

/** A block of lines that is drawn over itself on a terminal. Elsewhere it stays quiet. */
export class LiveBlock {
  readonly #out: NodeJS.WriteStream;
  #drawn = 0;

  constructor(out: NodeJS.WriteStream = process.stdout) {
    this.#out = out;
  }

  get moves(): boolean {
    return this.#out.isTTY === true;
  }

  get width(): number {
    // Some terminals say 0 until they know.
    return this.#out.columns || 100;
  }

  draw(lines: readonly string[]): void {
    if (!this.moves) return;
    const up = this.#drawn > 0 ? `\x1b[${this.#drawn}A` : '';
    this.#out.write(`${up}\r\x1b[J${lines.map((it) => `${display(it, this.#out)}\n`).join('')}`);
    this.#drawn = lines.length;
  }

  clear(): void {
    this.draw([]);
  }
}

const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Shows that something is under way, on a terminal alone. It uses stderr, so that stdout has nothing but the result. */
export const spin = async <T>(text: string, work: Promise<T>): Promise<T> => {
  const block = new LiveBlock(process.stderr);
  if (!block.moves) return work;
  let frame = 0;
  const draw = () => block.draw([`${frames[frame++ % frames.length]} ${text}`]);
  draw();
  const timer = setInterval(draw, 100);
  try {
    return await work;
  } finally {
    clearInterval(timer);
    block.clear();
  }
};
