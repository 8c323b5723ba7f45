/**
 * The parts of typebox that we use. Node loads them as one file that the build makes of this one: typebox itself is
 * hundreds of files, and reading them took half a second of every start.
 */
export { type Static, type TObject, type TSchema, Type } from 'typebox';
export { Compile, type Validator } from 'typebox/compile';
export { Check, Value } from 'typebox/value';

/** What readers of a schema find in it. */
export interface Shape {
  readonly type?: string;
  readonly format?: string;
  readonly const?: string | number | boolean;
  readonly enum?: readonly (string | number)[];
  readonly anyOf?: readonly Shape[];
  readonly items?: Shape;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly required?: readonly string[];
  readonly description?: string;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}
