import { writeFileSync } from 'node:fs';
import { gasDocUrl, measureGas, printGas } from './gas.ts';

writeFileSync(gasDocUrl, printGas(await measureGas()));
