import { ofWording } from '../wording.ts';
import { firstWording, secondWording } from './earlier-wordings.ts';
import { fourthWording } from './fourth-wording.ts';
import type { Wording } from './sentences.ts';
import { thirdWording } from './third-wording.ts';

export const newest: Wording = fourthWording;

export const wordingOf = (settings: Readonly<Record<string, string>>): Wording =>
  ofWording(settings, [firstWording, secondWording, thirdWording, fourthWording]);
