import { clampInteger, formatInteger, type IntegerRules, integerOf, reformatDelayMs, stripFormat } from './integer.ts'
import { NumberBox, type NumberBoxProps } from './number-box.tsx'

export interface NumericInputProps
  extends IntegerRules,
    Omit<NumberBoxProps, 'value' | 'onValue' | 'rules' | 'format' | 'strip' | 'onSettle' | 'settleMs' | 'min' | 'max'> {
  value: number | null
  onValue: (value: number | null) => void
}

/**
 * Whole numbers only. Separators while typing; bounds and suffix 500 ms after the last key or on leaving. The owner gets
 * each typed number at once, and the clamped one with the reformat.
 */
export function NumericInput({
  value,
  onValue,
  min,
  max,
  negative = false,
  separator,
  suffix,
  units,
  ...rest
}: NumericInputProps) {
  const rules: IntegerRules = {
    negative,
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(separator !== undefined && { separator }),
    ...(suffix !== undefined && { suffix }),
  }
  return (
    <NumberBox
      {...rest}
      inputMode="numeric"
      value={value === null ? '' : String(value)}
      onValue={(text) => onValue(integerOf(text))}
      rules={{
        decimals: 0,
        negative,
        maxWholeDigits: Number.POSITIVE_INFINITY,
        units: units ?? (suffix ? [suffix] : []),
      }}
      format={(text) => formatInteger(integerOf(text), rules)}
      strip={(text) => stripFormat(text, rules)}
      settleMs={reformatDelayMs}
      onSettle={(text) => {
        const typed = integerOf(text)
        const bounded = typed === null ? null : clampInteger(typed, rules)
        if (bounded !== value) onValue(bounded)
      }}
    />
  )
}
