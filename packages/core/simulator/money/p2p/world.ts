import type { HouseRow, Rows } from '../../../src/index.ts'

/** Coins of a merchant at the beginning: few, so that they run out. */
const float = 900_00000000n

/** Merchants of a site: one takes small orders at a better price and buys nothing. */
export const merchantsOf = (siteId: number): Rows['merchants'] => [
  merchant(siteId, 1, { buyPpm: 10_000, sellPpm: 10_000, maxWon: 900_000n }),
  merchant(siteId, 2, { buyPpm: 5_000, sellPpm: null, maxWon: 300_000n }),
  merchant(siteId, 3, { buyPpm: null, sellPpm: 4_000, maxWon: 500_000n }),
]

/** Their coins, and what brought them. */
export const floatsOf = (siteId: number): HouseRow[] => [
  ...merchantsOf(siteId).map(({ id }) => ({ ...clearing(siteId), sub: `p2p-${id}`, balance: float })),
  { ...clearing(siteId), sub: 'P2P_OPENING', balance: -float * BigInt(merchantsOf(siteId).length) },
]

const clearing = (siteId: number) => ({ siteId, account: 'PROVIDER_CLEARING', currency: 'USDT' }) as const

type Terms = Pick<Rows['merchants'][number], 'buyPpm' | 'sellPpm' | 'maxWon'>
const merchant = (siteId: number, nth: number, terms: Terms) => ({
  siteId,
  id: siteId * 10 + nth,
  name: `merchant ${nth}`,
  isDemo: nth === 2,
  blockedAt: null,
  rev: 1,
  minWon: 20_000n,
  ...terms,
})
