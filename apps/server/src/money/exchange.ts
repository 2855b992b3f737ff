import { Coin, exchangeEndpoints, type WalletType, walletCurrency } from '@maru/contract'
import { byMember, formatMinor, type IdempotencyKey, type Offered, unitText } from '@maru/core'
import { formatRational, formatUnits } from '@maru/positions'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { CoreAnswer, type Member, Refused, route } from '../http/index.ts'
import { signingKeys } from '../secrets.ts'
import type { Site } from '../sites/index.ts'
import { amountOf } from './amounts.ts'
import { Quotes } from './quotes.ts'

type End = WalletType | 'KRW'

interface Asked {
  readonly from: End
  readonly to: End
  readonly point?: string | undefined
  readonly quoteId?: string | undefined
}

/** Decimals of a mid and of a spread as they are shown. */
const midDecimals = 8
const spreadDecimals = 6

const typeOf = (end: End): WalletType => (end === 'KRW' ? 'BINARY' : end)
const spreadText = (ppm: number) => formatUnits(BigInt(ppm), spreadDecimals)
const shown = ({ mid, spreadPpm }: Offered) => ({
  mid: formatRational(mid, midDecimals),
  spread: spreadText(spreadPpm),
  at: mid.at,
})

/** Rates, quotes and conversions; the core decides at which price. */
export function registerExchange(app: FastifyInstance, deps: Deps): void {
  const { config, clocks, core, reads } = deps
  const quotes = new Quotes(signingKeys(config, 'quotes'))
  const ratesOf = async (siteId: number) => (await reads.ask('money.rates', { siteId })).value

  route(app, deps, exchangeEndpoints.dnwRate, async ({ query, member }) => {
    const { sold, bought } = pairOf(query)
    const offered = (await ratesOf(member.siteId)).find(({ from, to }) => from === sold && to === bought)
    if (offered === undefined) throw new Refused('TRY_AGAIN_LATER')
    return shown(offered)
  })

  route(app, deps, exchangeEndpoints.dnwRateMap, async ({ member }) =>
    Object.fromEntries((await ratesOf(member.siteId)).map((one) => [`${one.from}_${one.to}`, shown(one)])),
  )

  route(app, deps, exchangeEndpoints.dnwQuote, async ({ query, site, member: { siteId, memberId } }) => {
    const { from, to, sold, bought } = pairOf(query)
    refuseUnsold(site, to)
    const point = amountOf(query.point, sold)
    const { value: offer } = await reads.ask('money.offer', { siteId, from, to, point })
    if (offer === null) throw new Refused('TRY_AGAIN_LATER')
    const { mid, spreadPpm, receive, fee, quoteMs } = offer
    if (receive <= 0n)
      throw new Refused('APPLY_BELOW_MIN', { min: formatMinor(1n, bought), currency: unitText(bought) })
    const { numerator, denominator } = mid
    const issuedAt = clocks.wall()
    const expiresAt = issuedAt + quoteMs
    const less = BigInt(1_000_000 - spreadPpm)
    return {
      quoteId: quotes.sign({
        siteId,
        memberId,
        from,
        to,
        point,
        spreadPpm,
        numerator,
        denominator,
        issuedAt,
        expiresAt,
      }),
      rate: formatRational({ numerator: numerator * less, denominator: denominator * 1_000_000n }, midDecimals),
      mid: formatRational(mid, midDecimals),
      spread: spreadText(spreadPpm),
      fee: formatMinor(fee, bought),
      receive: formatMinor(receive, bought),
      expiresAt,
    }
  })

  route(app, deps, exchangeEndpoints.dnwConvert, ({ body, site, member, idempotency }) =>
    convert(body, site, member, idempotency),
  )
  route(app, deps, exchangeEndpoints.dnwBuy, ({ body: { coin, ...rest }, site, member, idempotency }) =>
    convert({ from: 'BINARY', to: coin, ...rest }, site, member, idempotency),
  )
  route(app, deps, exchangeEndpoints.dnwSell, ({ body: { coin, ...rest }, site, member, idempotency }) =>
    convert({ from: coin, to: 'BINARY', ...rest }, site, member, idempotency),
  )

  async function convert(asked: Asked, site: Site, member: Member, key: IdempotencyKey) {
    const { from, to, sold } = pairOf(asked)
    refuseUnsold(site, to)
    const quote = asked.quoteId === undefined ? null : quotes.read(asked.quoteId, member)
    // One that is not ours was never given: there is nothing to tell its bringer of it.
    if (asked.quoteId !== undefined && quote === null) throw new Refused('QUOTE_EXPIRED')
    const point = amountOf(asked.point, sold)
    return new CoreAnswer(await core.submit({ kind: 'convert', ...byMember(member, key), from, to, point, quote }))
  }
}

/** A pair as wallets and their currencies; refused where there is nothing to convert. */
function pairOf({ from, to }: Pick<Asked, 'from' | 'to'>) {
  const [one, other] = [typeOf(from), typeOf(to)]
  const [sold, bought] = [walletCurrency[one], walletCurrency[other]]
  // Bonus money is never converted.
  if (sold === bought || one === 'BONUS' || other === 'BONUS') throw new Refused('CURRENCY_UNSUPPORTED')
  return { from: one, to: other, sold, bought }
}

const coins: readonly string[] = Coin.options

/** A coin that the site does not sell cannot be bought; one that a member holds can always be sold. */
function refuseUnsold({ buyCoins }: Site, to: WalletType): void {
  const isSold = !coins.includes(to) || buyCoins.split(',').some((name) => name.trim() === to)
  if (!isSold) throw new Refused('CURRENCY_UNSUPPORTED')
}
