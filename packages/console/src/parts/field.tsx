import type { ComponentChildren, JSX } from 'preact';

interface FieldProps {
  readonly id: string;
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly wrong?: string | undefined;
  /** The control; it has the same id, and is described by `<id>-hint`. */
  readonly children: ComponentChildren;
}

/** A label, a control, and below it a hint or what is wrong. */
export const Field = ({ id, label, hint = '', wrong, children }: FieldProps): JSX.Element => (
  <div class="field">
    <label for={id}>{label}</label>
    {children}
    <span id={`${id}-hint`} class={wrong ? 'wrong' : 'hint'}>
      {wrong ?? hint}
    </span>
  </div>
);

type InputProps = Omit<FieldProps, 'children'> & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly inputMode?: 'decimal' | 'numeric' | 'text';
  readonly type?: 'text' | 'date' | 'datetime-local';
  readonly maxLength?: number;
};

/** A field that somebody types into. */
export const InputField = ({ value, onChange, inputMode = 'text', type = 'text', maxLength, ...field }: InputProps) => (
  <Field {...field}>
    <input
      id={field.id}
      {...(type === 'text' ? {} : { type })}
      class="input"
      inputMode={inputMode}
      value={value}
      {...(maxLength === undefined ? {} : { maxLength })}
      aria-invalid={field.wrong !== undefined}
      aria-describedby={`${field.id}-hint`}
      onInput={(event) => onChange(event.currentTarget.value)}
    />
  </Field>
);
