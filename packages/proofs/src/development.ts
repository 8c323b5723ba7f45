/** The setting under which a challenge of a development network is measured; it stands in its transcript. */
export const developmentNetwork = { network: 'development' } as const;

/** What every result of a development network says. */
export const developmentWords = 'a development network: agents are not vetted';

export const isDevelopment = ({ network }: Readonly<Record<string, unknown>>): boolean =>
  network === developmentNetwork.network;
