const own: Readonly<Record<string, string>> = { absent: 'not there', missed: 'not asked', unanswered: 'no answer' };

/** What became of a slot, in the words of the console and of certificates. */
export const resultWord = (result: string): string => own[result] ?? (result || 'running');
