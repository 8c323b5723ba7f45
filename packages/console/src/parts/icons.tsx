import type { JSX } from 'preact';

interface IconProps {
  readonly size?: number;
}

const line = {
  fill: 'none',
  stroke: 'currentColor',
  'stroke-width': 1.8,
  'stroke-linecap': 'round',
  'stroke-linejoin': 'round',
} as const;

const icon = (draw: JSX.Element) =>
  function Icon({ size = 18 }: IconProps): JSX.Element {
    return (
      <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true" {...line}>
        {draw}
      </svg>
    );
  };

export const SearchIcon = icon(
  <>
    <circle cx="9" cy="9" r="5.5" />
    <path d="m13.2 13.2 4 4" />
  </>,
);
export const MenuIcon = icon(<path d="M3 5.5h14M3 10h14M3 14.5h14" />);
export const CloseIcon = icon(<path d="m5 5 10 10M15 5 5 15" />);
export const NextIcon = icon(<path d="m7.5 4.5 5.5 5.5-5.5 5.5" />);
export const BackIcon = icon(<path d="M12.5 4.5 7 10l5.5 5.5" />);

/** The trig-point sign. */
export const Mark = ({ size = 22 }: IconProps): JSX.Element => (
  <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden="true">
    <path d="M12 3.8 21.8 20.6H2.2Z" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linejoin="round" />
    <circle cx="12" cy="15" r="1.8" fill="currentColor" />
  </svg>
);

/** The trig-point sign, dashed: nothing is here yet. */
export const EmptyMark = (): JSX.Element => (
  <svg width="40" height="36" viewBox="0 0 24 22" aria-hidden="true" style={{ color: 'var(--ln2)' }}>
    <path
      d="M12 2 22 19.6H2Z"
      fill="none"
      stroke="currentColor"
      stroke-width="1.4"
      stroke-dasharray="2.2 1.6"
      stroke-linejoin="round"
    />
    <circle cx="12" cy="14" r="1.5" fill="currentColor" />
  </svg>
);
