import { NumericInput, type NumericInputProps } from '../input/numeric-input.tsx'
import { type FieldFrame, Frame } from './field.tsx'

/** Label above, 52 px field for whole numbers, and a sentence below that is read out with the field. */
export function NumericField({ label, error, hint, end, ...input }: FieldFrame & NumericInputProps) {
  return (
    <Frame label={label} error={error} hint={hint} end={end}>
      {(aria) => <NumericInput {...aria} {...input} />}
    </Frame>
  )
}
