import type { Picture } from './picture.ts';
import { plainPicture } from './plain-picture.tsx';
import { pobPicture } from './pob-picture.tsx';
import { polPicture } from './pol-picture.tsx';

/** By the id of the proof type. */
const pictures: Readonly<Record<string, Picture>> = { pol: polPicture, pob: pobPicture };

/** A type without a picture of its own is shown in tables. */
export const pictureOf = (proofType: string): Picture => pictures[proofType] ?? plainPicture;
