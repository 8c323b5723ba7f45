/** What became of a slot, in the words of the console and of certificates. */
export const resultWord = (result: string): string => (result === 'missed' ? 'not asked' : result || 'running');
