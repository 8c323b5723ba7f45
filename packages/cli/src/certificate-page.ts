import type { Certificate } from '@trigpoint/client';

export const certificatePage = async (it: Certificate): Promise<string> => it.watch;
