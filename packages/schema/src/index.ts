/**
 * The parts of typebox that we use. Node loads them as one file that the build makes of this one: typebox itself is
 * hundreds of files, and reading them took half a second of every start.
 */
export { type Static, type TObject, type TSchema, Type } from 'typebox';
export { Compile, type Validator } from 'typebox/compile';
export { Check, Value } from 'typebox/value';
