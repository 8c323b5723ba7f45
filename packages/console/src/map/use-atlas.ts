import { useEffect, useState } from 'preact/hooks';
import { type Country, type Detail, loadAtlas } from './atlas.ts';

/** The base map at the detail asked for. Until it is loaded, a coarser one shows the land. */
export const useAtlas = (detail: Detail | undefined): readonly Country[] => {
  const [countries, setCountries] = useState<readonly Country[]>([]);
  useEffect(() => {
    if (!detail) return;
    let current = true;
    let best = false;
    const show = (wanted: Detail) =>
      loadAtlas(wanted).then(
        (found) => {
          if (!current || (best && wanted !== detail)) return;
          best ||= wanted === detail;
          setCountries(found);
        },
        // A map without land still shows discs, marks and distances.
        () => undefined,
      );
    if (detail !== 'coarse') void show('coarse').then(() => show(detail));
    else void show(detail);
    return () => {
      current = false;
    };
  }, [detail]);
  return countries;
};
