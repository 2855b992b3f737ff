import { GameStatus, Side, TradeType, tradeEndpoints } from '@maru/contract'
import { betWire, byMember, formatMinor } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import { listOf, mostRows, type Period, pageAnswer, pageOfQuery, periodOf } from '../http/filters.ts'
import { CoreAnswer, optionFinder, Refused, route } from '../http/index.ts'
import { randomHex } from '../random.ts'
import type { Site } from '../sites/index.ts'
import { type BetFilter, type BetOfRound, listBets, newestBets, openBets, totalBets } from './bet-store.ts'
import { optionOf, optionsOf } from './options.ts'
import { roundById } from './round-store.ts'

const saltBytes = 16
const recentBets = 50
const recentBetsMs = 7 * 86_400_000
const always: Period = { from: 0, to: Number.MAX_SAFE_INTEGER }
const statusText = z.enum(['0', '1', '2', '3']).transform(Number).pipe(GameStatus)

/** Stakes: placing one, and what became of them. A member sees his own only. */
export function registerBets(app: FastifyInstance, deps: Deps): void {
  const { db, core, clocks } = deps

  route(app, deps, tradeEndpoints.betting, async ({ body, site, member, idempotency }) => {
    if (!roundsEnabled(site)) throw new Refused('FEATURE_DISABLED')
    await app.risk.require(site, member.memberId)
    const reply = await core.submit({
      kind: 'placeBet',
      ...byMember(member, idempotency),
      tradeRoundId: body.tradeRoundId,
      side: body.type,
      point: BigInt(body.point),
      salt: randomHex(saltBytes),
    })
    return new CoreAnswer(reply)
  })

  route(app, deps, tradeEndpoints.historyCurrent, async ({ query, site, member }) => {
    const shown = await betsOf(site)
    return db.tenant(site.id, async (tx) => {
      const round = await roundById(tx, site.id, query.tradeRoundId)
      if (!round) throw new Refused('HISTORY_NOT_FOUND')
      const filter = { ...mineOf(site.id, member.memberId), roundId: round.id }
      return shown(await listBets(tx, filter, { limit: mostRows, offset: 0 }))
    })
  })

  route(app, deps, tradeEndpoints.historyCurrentForOption, async ({ query, site, member }) => {
    const option = await optionOf(deps, site.id, query.tradeOptionId)
    const shown = await betsOf(site)
    return db.tenant(site.id, async (tx) => shown(await openBets(tx, site.id, member.memberId, option.id)))
  })

  route(app, deps, tradeEndpoints.historyList, async ({ query, site, member }) => {
    // Another member's id counts as unknown.
    if (query.playerId !== undefined && query.playerId !== member.memberId) throw new Refused('USER_NOT_FOUND')
    const filter: BetFilter = {
      siteId: site.id,
      memberId: member.memberId,
      optionIds: await optionIdsOf(site, query.tradeOptionId, listOf(TradeType, query.tradeTypeStrs)),
      roundId: query.tradeRoundId ?? null,
      sides: listOf(Side, query.typeStrs),
      statuses: listOf(statusText, query.statusStrs),
      period: periodOf(query),
    }
    const page = pageOfQuery(query)
    const shown = await betsOf(site)
    return db.tenant(site.id, async (tx) => {
      if (query.resultType === 'Summary') {
        const { totalPoint, totalProfit, ...counts } = await totalBets(tx, filter)
        return { ...counts, totalPoint: krw(totalPoint), totalProfit: krw(totalProfit) }
      }
      const bets = shown(await listBets(tx, filter, page ?? { limit: mostRows, offset: 0 }))
      return page ? pageAnswer(page, bets, (await totalBets(tx, filter)).count) : bets
    })
  })

  /** The newest stakes of all members: real ones only, nicks masked, the side hidden while the bet is open. */
  route(app, deps, tradeEndpoints.recentAllHistory, async ({ query, site }) => {
    const option = await optionOf(deps, site.id, query.tradeOptionId)
    const since = clocks.domain.now() - recentBetsMs
    const bets = await db.tenant(site.id, (tx) => newestBets(tx, site.id, option.id, since, recentBets))
    return bets.map((bet) => ({
      id: bet.id,
      roundNo: bet.roundNo,
      nick: maskNick(bet.nick ?? ''),
      type: bet.status === 0 ? null : bet.side,
      point: formatMinor(bet.point, option.currency),
      status: bet.status,
      createdAt: bet.acceptedAt,
    }))
  })

  /** Shows bets of a site. */
  async function betsOf(site: Site) {
    const option = optionFinder(await optionsOf(deps, site.id))
    return (bets: readonly BetOfRound[]) => bets.map(({ bet, round }) => betWire(bet, round, option(bet.optionId)))
  }

  /** The options that a list is narrowed to, or null for all. */
  async function optionIdsOf(
    site: Site,
    id: number | undefined,
    types: readonly TradeType[] | null,
  ): Promise<number[] | null> {
    const named = id === undefined ? null : await optionOf(deps, site.id, id)
    if (types === null) return named && [named.id]
    const options = named ? [named] : await optionsOf(deps, site.id)
    return options.filter(({ type }) => types.includes(type)).map(({ id }) => id)
  }
}

/** Flag 5 of the site: binary. */
const roundsEnabled = (site: Site): boolean => site.type[5] === '1'

const krw = (amount: bigint): string => formatMinor(amount, 'KRW')

const mineOf = (siteId: number, memberId: number): BetFilter => ({
  siteId,
  memberId,
  optionIds: null,
  roundId: null,
  sides: null,
  statuses: null,
  period: always,
})

/** The first letter, and as many stars as hide the length. */
export const maskNick = (nick: string): string => `${[...nick][0] ?? ''}***`
