import { writeArtefact } from './compile.ts';

writeArtefact();
