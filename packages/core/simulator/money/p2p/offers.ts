import type { Command, P2pOrderRow } from '../../../src/index.ts'
import { down, up } from '../../arithmetic.ts'
import type { Ratio } from '../exchange/mids.ts'
import { merchantsOf } from './world.ts'

type Open = Extract<Command, { kind: 'p2pOpen' }>

export interface Offer {
  readonly merchantId: number
  /** 10^-2 KRW for one USDT. */
  readonly rate: number
  /** USDT, in 10^-8. */
  readonly point: bigint
}

const usdt = 100_000_000n
const million = 1_000_000n

/** The price of a sale at its merchant now, and what the coins that it set aside bring, rounded against the member. */
export function priceOf(
  { siteId, merchantId, point }: Pick<P2pOrderRow, 'siteId' | 'merchantId' | 'point'>,
  mid: Ratio,
): Pick<P2pOrderRow, 'rate' | 'won'> {
  const { sellPpm } = merchantsOf(siteId).find(({ id }) => id === merchantId)!
  const rate = down(mid.over * 100n * (million - BigInt(sellPpm!)), mid.under * million)
  return { rate: Number(rate), won: down(point * rate, 100n * usdt) }
}

/**
 * The merchant who has to take an order: the one that was named, or the best price for the member among those who can. The price is the mid
 * with his premium, and the coins are what the won are worth at it, both rounded against the member.
 */
export function offerOf(
  { siteId, side, won, merchantId }: Open,
  mid: Ratio,
  floatOf: (merchantId: number) => bigint,
): Offer | null {
  const isBuy = side === 'BUY'
  const offers = merchantsOf(siteId).flatMap(({ id, buyPpm, sellPpm, minWon, maxWon }): Offer[] => {
    const ppm = isBuy ? buyPpm : sellPpm
    if (ppm === null || (merchantId !== null && merchantId !== id) || won < minWon || won > maxWon) return []
    const premium = isBuy ? million + BigInt(ppm) : million - BigInt(ppm)
    const round = isBuy ? up : down
    const rate = Number(round(mid.over * 100n * premium, mid.under * million))
    const worth = won * 100n * usdt
    const point = isBuy ? down(worth, BigInt(rate)) : up(worth, BigInt(rate))
    return isBuy && floatOf(id) < point ? [] : [{ merchantId: id, rate, point }]
  })
  return offers.reduce<Offer | null>((best, one) => {
    const isBetter = best === null || (isBuy ? one.rate < best.rate : one.rate > best.rate)
    return isBetter ? one : best
  }, null)
}
