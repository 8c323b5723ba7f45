import { writeArtefacts } from './compile.ts';

writeArtefacts();
