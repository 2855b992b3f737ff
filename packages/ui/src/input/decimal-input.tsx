import { groupDigits } from '../format/decimal.ts'
import { NumberBox, type NumberBoxProps } from './number-box.tsx'

export interface DecimalInputProps
  extends Omit<NumberBoxProps, 'rules' | 'format' | 'strip' | 'onSettle' | 'settleMs'> {
  /** Decimals that may be typed. */
  decimals: number
  /** Units that a pasted number may bear. */
  units?: readonly string[]
}

/** A price or a quantity with thousand separators. The value stays a decimal string (`65400.5`). */
export const DecimalInput = ({ decimals, units = [], ...rest }: DecimalInputProps) => (
  <NumberBox {...rest} inputMode="decimal" rules={{ decimals, units }} format={(value) => groupDigits(value)} />
)
