/** The setting that marks challenges of a development network. Their transcripts have it. */
export const developmentNetwork = { network: 'development' } as const;

/** The note that follows every result of a development network. */
export const developmentWords = 'a development network: agents are not vetted';

export const isDevelopment = ({ network }: Readonly<Record<string, unknown>>): boolean =>
  network === developmentNetwork.network;
