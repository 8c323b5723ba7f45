import type { JSX } from 'preact';

interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly options: readonly (readonly [value: T, label: string])[];
  readonly onChange: (value: T) => void;
  readonly full?: boolean;
}

/** A few exclusive choices, all visible. Radio buttons underneath, so arrows and forms work. */
export const Segmented = <T extends string>({
  label,
  value,
  options,
  onChange,
  full,
}: SegmentedProps<T>): JSX.Element => (
  <fieldset class={`switch ${full ? 'full' : ''}`}>
    <legend class="hidden">{label}</legend>
    {options.map(([option, text]) => (
      <label key={option}>
        <input type="radio" name={label} value={option} checked={option === value} onChange={() => onChange(option)} />
        {text}
      </label>
    ))}
  </fieldset>
);
