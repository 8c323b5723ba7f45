import { display } from './output.ts';

/** A block of lines that is drawn again in place on a terminal. Elsewhere nothing is drawn. */
export class LiveBlock {
  readonly #out: NodeJS.WriteStream;
  #drawn = 0;

  constructor(out: NodeJS.WriteStream = process.stdout) {
    this.#out = out;
  }

  get moves(): boolean {
    return this.#out.isTTY === true;
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

/** Shows on a terminal that something is under way. It uses stderr, so that stdout has nothing but the result. */
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
