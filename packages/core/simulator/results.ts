import type { BetRow, CoreSnapshot, FillRow } from '../src/index.ts'

type Result = CoreSnapshot['recentResults'][number]

/** What a decided bet came to, as limits that members set themselves count it. */
export const resultOfBet = ({ siteId, memberId, id, settledAt, point, profit }: BetRow): Result => ({
  siteId,
  memberId,
  betId: id,
  currency: 'KRW',
  at: settledAt!,
  stake: point,
  profit,
})

/** What an execution came to after its fee; it stakes nothing. */
export const resultOfFill = ({ siteId, memberId, id, book, at, realizedPnl, fee }: FillRow): Result => ({
  siteId,
  memberId,
  betId: id,
  currency: book === 'futures' ? 'USDT' : 'KRW',
  at,
  stake: 0n,
  profit: realizedPnl - fee,
})
