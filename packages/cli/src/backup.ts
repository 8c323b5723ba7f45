import type { Manifest } from '@trigpoint/server';
import type { Command } from 'commander';
import { spin } from './live.ts';
import { action, counted, examples, show } from './output.ts';

interface Flags {
  readonly json?: boolean;
}

/** Both commands read the same environment as `serve`, so they copy what `serve` would open. */
export const addBackupCommands = (program: Command): void => {
  const backup = program
    .command('backup <folder>')
    .description('copy rows, photos and keys into a new folder, consistent while the service runs')
    .option('--json', 'JSON instead of text')
    .action(action(backUpTo));
  examples(backup, 'trigpoint backup backups/today', 'DATABASE_URL=postgres://… trigpoint backup backups/postgres');
  const restore = program
    .command('restore <folder>')
    .description('bring a backup back, into either database; refuses to overwrite anything')
    .option('--json', 'JSON instead of text')
    .action(action(restoreFrom));
  examples(restore, 'TRIGPOINT_DATA_DIR=./fresh trigpoint restore backups/today');
};

const summary = ({ tables, photos, missing, schema, dialect }: Manifest): string => {
  const rows = Object.values(tables).reduce((sum, it) => sum + it.rows, 0);
  const gone =
    missing.length > 0
      ? ` ${counted(missing.length, 'photo that a row names was', 'photos that rows name were')} not there.`
      : '';
  return `${counted(rows, 'row')} of ${counted(Object.keys(tables).length, 'table')} (${dialect}, schema ${schema}) and ${counted(photos.length, 'photo file')}.${gone}`;
};

async function backUpTo(folder: string, flags: Flags): Promise<void> {
  const { backUp, readConfig } = await import('@trigpoint/server');
  const manifest = await spin('copying …', backUp(readConfig(process.env), folder));
  show(flags.json, manifest, () => `Backed up into ${folder}: ${summary(manifest)}`);
}

async function restoreFrom(folder: string, flags: Flags): Promise<void> {
  const { readConfig, restore } = await import('@trigpoint/server');
  const config = readConfig(process.env);
  const manifest = await spin('restoring …', restore(config, folder));
  show(flags.json, manifest, () => `Restored into ${config.dataDir}: ${summary(manifest)}`);
}
