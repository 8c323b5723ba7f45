import { walkDoors } from './access/doors.ts';
import { tryObjects } from './access/objects.ts';
import { addUp, type Proof } from './proof.ts';

/** Every operation answers exactly to those it should, and everything that it names stays its owner's. */
export const prove: Proof = async (options) =>
  addUp({ name: 'doors', ...(await walkDoors(options)) }, { name: 'objects', ...(await tryObjects(options)) });
