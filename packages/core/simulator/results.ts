import type { BetRow, CoreSnapshot, FillRow, PostingRow } from '../src/index.ts'

type Result = CoreSnapshot['recentResults'][number]

/** What a decided bet came to, as limits that members set themselves count it. */
export const resultOfBet = ({ siteId, memberId, id, settledWall, point, profit }: BetRow): Result => ({
  siteId,
  memberId,
  sourceId: id,
  currency: 'KRW',
  at: settledWall!,
  stake: point,
  profit,
})

/** What an execution came to after its fee; it stakes nothing. */
export const resultOfFill = ({ siteId, memberId, id, book, wall, realizedPnl, fee }: FillRow): Result => ({
  siteId,
  memberId,
  sourceId: id,
  currency: book === 'futures' ? 'USDT' : 'KRW',
  at: wall!,
  stake: 0n,
  profit: realizedPnl - fee,
})

const counted = new Set(['FUTURES_FUNDING', 'FUTURES_SURPLUS', 'OVERSEA_FINANCING', 'COPY_SHARE', 'COPY_SHARE_BACK'])

/** Fundings, nights, forfeited margins and shares of members: results beside those of their fills. */
export const resultsOfPostings = (postings: readonly PostingRow[]): Result[] =>
  postings.flatMap(({ account, reason, siteId, memberId, txnId, currency, wall, amount }) =>
    account === 'MEMBER' && counted.has(reason)
      ? [{ siteId, memberId: memberId!, sourceId: txnId, currency, at: wall!, stake: 0n, profit: amount }]
      : [],
  )

/** Rows of a store that results come from. */
interface Stored {
  readonly bets: ReadonlyMap<string, BetRow>
  readonly fills: ReadonlyMap<string, FillRow>
  readonly postings: ReadonlyMap<string, PostingRow>
}

/** The results of a member's decided bets and fills, from the database. */
export const resultsOf = ({ bets, fills, postings }: Stored, memberId: number): Result[] => [
  ...[...bets.values()]
    .filter((row) => row.memberId === memberId && (row.status === 1 || row.status === 2))
    .map(resultOfBet),
  ...[...fills.values()].filter((row) => row.memberId === memberId).map(resultOfFill),
  ...resultsOfPostings([...postings.values()].filter((row) => row.memberId === memberId)),
]
