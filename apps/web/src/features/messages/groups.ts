import type { MessageKind } from '@maru/contract'

/** What members tell messages apart by. */
export const groups = ['MONEY', 'TRADE', 'SECURITY', 'HOUSE'] as const
export type MessageGroup = (typeof groups)[number]

export const groupOf: Readonly<Record<MessageKind, MessageGroup>> = {
  PRICE: 'TRADE',
  LIQUIDATION: 'TRADE',
  ROUND: 'TRADE',
  ORDER: 'TRADE',
  MONEY: 'MONEY',
  ECONOMIC: 'HOUSE',
  SECURITY: 'SECURITY',
  ANSWER: 'HOUSE',
  HOUSE: 'HOUSE',
}
