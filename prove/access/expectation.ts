import type { ErrorCode } from '@trigpoint/protocol';
import type { Random } from '../proof.ts';
import type { ApiKeyObject } from './api-keys.ts';
import type { Person } from './people.ts';
import type { Change, Row } from './rows.ts';
import type { World } from './world.ts';

export type Outcome = ErrorCode | 'ok';
export type Body = Readonly<Record<string, unknown>>;

/** One try, as the table sees it. */
export interface Asked<T> {
  /** Who is logged in; undefined for a stranger and for a session that has ended. */
  readonly who: Person | undefined;
  /** The API key that was sent; undefined for a session. */
  readonly key?: ApiKeyObject | undefined;
  readonly object: T;
  readonly proofType: string;
  readonly body: Body;
  readonly headers: Readonly<Record<string, string>>;
}

/** What one operation does with each object, for each caller. */
export interface Expectation<T> {
  /** The objects that bodies of the operation can name. */
  objects(world: World): readonly T[];
  /** Whose the object is. At least one of its owners is tried with it. */
  owners?(object: T, world: World): readonly Person[];
  body?(object: T, random: Random): Body;
  headers?(object: T, random: Random, body: Body): Readonly<Record<string, string>>;
  /** The field of the body that names the object. It is also spelled in other ways, which must open nothing. */
  readonly field?: string;
  /** The answers that are right. */
  answer(asked: Asked<T>, world: World): readonly Outcome[];
  /** The share of the usual number of tries, for an operation that takes long. */
  readonly share?: number;
  /** Whether a row may change when the operation was carried out. Without this function no row may. */
  writes?(change: Change, asked: Asked<T> & { readonly who: Person }): boolean;
  /** Whether a row may change when the operation was refused. */
  countsRefusal?(change: Change, asked: Asked<T>): boolean;
}

/** Keeps the type of the objects inside one entry of the table. */
export const expectation = <T>(it: Expectation<T>): Expectation<unknown> => it as Expectation<unknown>;

export const isOf = (row: Row | undefined, { keyType, publicKey }: Person, prefix = ''): boolean =>
  row?.[`${prefix}key_type`] === keyType && row[`${prefix}public_key`] === publicKey;

/** A new row. */
export const isNew = ({ before, after }: Change): boolean => !before && after !== undefined;

export const balanceGrew = ({ before, after }: Change): boolean =>
  Number(after?.balance ?? 0) >= Number(before?.balance ?? 0);
