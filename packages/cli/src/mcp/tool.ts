import { Check, type Static, type TSchema, Value } from '@trigpoint/schema';
import { oneLine, UsageError, visible } from '../output.ts';
import type { LoggedIn } from '../session.ts';

/** What a tool uses: the service. It is logged in for a proof type at the first use. */
export interface Session {
  readonly service: string;
  for(proofType: string): Promise<LoggedIn>;
}

/** What an assistant reads, and the same as fields. */
export interface Answer {
  readonly text: string;
  readonly fields: Readonly<Record<string, unknown>>;
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  readonly input: TSchema;
  /** It changes nothing, and costs nothing. */
  readonly readsOnly: boolean;
  run(session: Session, input: unknown, signal: AbortSignal): Promise<Answer>;
}

/** A tool whose input is checked against its schema before it runs. */
export const tool = <S extends TSchema>(
  about: Omit<Tool, 'run' | 'input'> & {
    readonly input: S;
    run(session: Session, input: Static<S>, signal: AbortSignal): Promise<Answer>;
  },
): Tool => ({
  ...about,
  run: (session, input, signal) => {
    if (!Check(about.input, input)) {
      const [problem] = Value.Errors(about.input, input);
      const where = problem?.instancePath.slice(1).replaceAll('/', '.') ?? '';
      throw new UsageError(
        `${where === '' ? 'The input' : where} ${problem?.message ?? 'is not what the tool takes'}.`,
      );
    }
    return about.run(session, input as Static<S>, signal);
  },
});

/**
 * Cleans a text for an assistant, because strangers write names and claims. It becomes one line, is not too long, and has no
 * characters that hide or turn text.
 */
export const told = (text: unknown, most = 200): string => {
  const plain = visible(oneLine(String(text ?? '')));
  return plain.length > most ? `${plain.slice(0, most)}…` : plain;
};

/** Cleans everything in an answer's fields in the same way, because an assistant reads those as well. */
export const toldFields = (value: unknown): unknown => {
  if (typeof value === 'string') return told(value, 4_000);
  if (Array.isArray(value)) return value.map(toldFields);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, it]) => [told(name), toldFields(it)]));
};
