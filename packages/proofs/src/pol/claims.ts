/** A challenger may say how precisely it knows its own place; that loosens its disc and can only weaken its word. */
const mostOwnRadiusKm = 100;

export const ownRadiusKm = ({ radius = 0 }: Readonly<Record<string, unknown>>): number => {
  const km = Number(radius);
  return Number.isFinite(km) && km >= 0 ? Math.min(mostOwnRadiusKm, km) : 0;
};
