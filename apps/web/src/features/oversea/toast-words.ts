import { textOf } from '@maru/client/i18n/texts'
import type { OverseaPosition } from '@maru/contract'
import { formatCount, formatSigned } from '@maru/ui'
import { overseaTexts } from './texts.ts'

/** A side with its contracts; null: without a number. */
export function sized(side: OverseaPosition['tradeType'], count: number | null): string {
  const word = textOf(overseaTexts, side === 'LONG' ? 'buy' : 'sell')
  return count === null ? word : `${word} ${contracts(count)}`
}

/** A number of contracts. */
export const contracts = (count: number) => textOf(overseaTexts, 'contracts', { count })

/** A net result in won. */
export const netText = (net: string) => textOf(overseaTexts, 'toastNet', { net: formatSigned(net, formatCount) })
