import { parseMinor } from '@maru/core'
import type { StatementLine } from '@maru/provider-protocol'
import type { WholeStatement } from './store.ts'

/** A line of a statement with its amounts in minor units, as decimal strings: this is how JSON carries them. */
export interface MinorLine extends Omit<StatementLine, 'amount' | 'fee'> {
  readonly amount: string
  readonly fee: string
}
export interface MinorStatement {
  readonly day: string
  readonly opening: bigint
  readonly closing: bigint
  readonly isFinal: boolean
  readonly lines: readonly MinorLine[]
}

/** A statement in minor units of its currency; null: an amount has more digits than the currency. */
export function inMinor(statement: WholeStatement, currency: string): MinorStatement | null {
  const minor = (text: string) => parseMinor(text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, ''), currency)
  const [opening, closing] = [minor(statement.opening), minor(statement.closing)]
  const lines = statement.lines.map((line) => ({ ...line, amount: minor(line.amount), fee: minor(line.fee) }))
  if (opening === null || closing === null || lines.some(({ amount, fee }) => amount === null || fee === null))
    return null
  const { day, isFinal } = statement
  return {
    ...{ day, isFinal, opening, closing },
    lines: lines.map(({ amount, fee, ...line }) => ({ ...line, amount: String(amount), fee: String(fee) })),
  }
}
