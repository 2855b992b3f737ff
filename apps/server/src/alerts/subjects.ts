import type { BetEvent, DnwRow, FuturesOrder, FuturesPosition, OverseaOrder, OverseaPosition } from '@maru/contract'
import type { PublishedEvent } from '../ports.ts'
import type { Alert } from './teller.ts'
import type { AlertSubject } from './texts.ts'

/** Something to tell, and what it is told of once. */
export type Told = Pick<Alert, 'subject' | 'key'>
type Book = 'futures' | 'oversea'

/** What a member may want to hear of an event of the core; null: nothing. */
export function toldBy(event: Extract<PublishedEvent, { to: 'member' }>): Told | null {
  const { queue, event: name, epoch, batch } = event
  if (queue === 'trade') return name === 'BET_SETTLED' ? ofBet((event.data as BetEvent).bet) : null
  if (queue === 'point') return name === 'DNW_UPDATE' ? ofRequest(event.data as DnwRow) : null
  if (queue === 'error') return null
  if (name === 'ORDER_FILLED') return ofOrder(queue, event.data as FuturesOrder | OverseaOrder)
  if (name !== 'POSITION_LIQUID' && name !== 'POSITION_WARN') return null
  const { data } = event
  const position = data as FuturesPosition | OverseaPosition
  if (name === 'POSITION_LIQUID')
    return liquidation(queue, position, 'DONE', null, `liquid:${queue}:${position.id}:${epoch}:${batch}`)
  // A cross account warns of all of its positions at once: one alert.
  const { ratio = null } = data as { readonly ratio?: string }
  const of = 'marginType' in position && position.marginType === 'ISOLATED' ? position.id : 'cross'
  return liquidation(queue, position, 'WARN', ratio && oneDigit(ratio), `warn:${queue}:${of}:${epoch}:${batch}`)
}

/** A percentage as it is read on a phone: `81.4987` as `81.4`. */
const oneDigit = (percent: string): string => percent.replace(/(?<=\.\d)\d+$/, '')

const liquidation = (
  book: Book,
  { koName, stock }: Pick<FuturesPosition, 'koName' | 'stock'>,
  what: 'WARN' | 'DONE',
  ratio: string | null,
  key: string,
): Told => ({ subject: { kind: 'LIQUIDATION', koName, stock, book, what, ratio }, key })

const results = { 0: null, 1: 'WIN', 2: 'LOSE', 3: 'VOID' } as const

function ofBet({
  id,
  koName,
  stock,
  tradeOptionId,
  roundNo,
  status,
}: Pick<BetEvent['bet'], 'id' | 'koName' | 'stock' | 'tradeOptionId' | 'roundNo' | 'status'>): Told | null {
  const result = results[status]
  if (result === null) return null
  return { subject: { kind: 'ROUND', koName, stock, optionId: tradeOptionId, roundNo, result }, key: `bet:${id}` }
}

function ofOrder(book: Book, order: FuturesOrder | OverseaOrder): Told | null {
  const { id, koName, stock, status, avgPrice, marketType } = order
  if (status !== 'FILLED' || avgPrice === null || marketType === 'LIQUIDATION') return null
  const [optionId, side] =
    'futuresOptionId' in order ? [order.futuresOptionId, order.side] : [order.overseaOptionId, order.tradeType]
  const subject: AlertSubject = { kind: 'ORDER', koName, stock, book, optionId, side, price: avgPrice }
  return { subject, key: `order:${book}:${id}` }
}

const arrivals: readonly DnwRow['type'][] = ['D', 'WB']
const exits: readonly DnwRow['type'][] = ['W', 'WS']

/** What a member hears of a request about money. */
export function ofRequest({ id, type, status }: Pick<DnwRow, 'id' | 'type' | 'status'>): Told | null {
  const what = moneyWord(type, status)
  return what === null ? null : { subject: { kind: 'MONEY', what }, key: `dnw:${id}:${status}` }
}

function moneyWord(
  type: DnwRow['type'],
  status: DnwRow['status'],
): Extract<AlertSubject, { kind: 'MONEY' }>['what'] | null {
  const isOwn = arrivals.includes(type) || exits.includes(type)
  if (status === 'REJECTED' && isOwn) return 'REFUSED'
  if (status !== 'COMPLETED') return null
  if (arrivals.includes(type)) return 'DEPOSIT_DONE'
  return exits.includes(type) ? 'WITHDRAWAL_DONE' : null
}
