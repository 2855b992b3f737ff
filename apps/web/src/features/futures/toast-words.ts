import { textOf } from '@maru/client/i18n/texts'
import type { FuturesPosition } from '@maru/contract'
import { formatPrice, formatSigned } from '@maru/ui'
import { partlyFilled } from '../../kit/notices.ts'
import { nameOf } from '../../trading/instruments/names.ts'
import { unitOf } from './terms.ts'
import { futuresTexts } from './texts.ts'

/** The side of an order. */
export const wordOf = (side: FuturesPosition['side']) => textOf(futuresTexts, side === 'LONG' ? 'buyLong' : 'sellShort')

/** A word with a quantity in the unit of its instrument. */
export const sized = (word: string, qty: string, stock: string) => `${word} ${amountOf(qty, stock)}`

/** What filled of a cancelled order. */
export const partText = (filled: string, all: string, stock: string) =>
  partlyFilled(amountOf(filled, stock), amountOf(all, stock))

/** A net result in USDT. */
export const netText = (net: string) =>
  textOf(futuresTexts, 'toastNet', { net: formatSigned(net, (amount) => formatPrice(amount, 2)) })

const amountOf = (qty: string, stock: string) => `${qty} ${unitOf(nameOf(stock))}`
