import { type Static, Type } from 'typebox';

export const CountSeries = Type.Object({ cores: Type.Integer({ minimum: 0, maximum: 4096 }) });
export type CountSeries = Static<typeof CountSeries>;
