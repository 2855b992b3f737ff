import { GameStatus, tradeEndpoints } from '@maru/contract'
import { formatMinor, formatPrice, type RoundOption, type RoundRow, roundWire, tickWire } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { Deps } from '../deps.ts'
import {
  kstDay,
  kstDayPeriod,
  listOf,
  mostRows,
  type Period,
  pageAnswer,
  pageOfQuery,
  periodOf,
} from '../http/filters.ts'
import { Refused, route } from '../http/index.ts'
import { sidesOf } from './bet-store.ts'
import { optionOf, optionsOf } from './options.ts'
import {
  countRounds,
  dayOfRounds,
  listRounds,
  newestDecided,
  newestDecidedOfAll,
  type RoundFilter,
  roundById,
} from './round-store.ts'
import { streaksOf } from './streaks.ts'

const dayMs = 86_400_000
/** Guests ask too, and one day has up to 2,880 rounds: a list covers a week unless it names its days. */
const defaultDays = 7
const recentRounds = 20
const publicRoundsEach = 20

const statusText = z.enum(['0', '1', '2', '3']).transform(Number).pipe(GameStatus)
const playText = z.enum(['0', '1'])

/** Rounds: the current ones, results, and a day in figures. Open to guests. */
export function registerGames(app: FastifyInstance, deps: Deps): void {
  const { db, reads, clocks } = deps
  const shown = (round: RoundRow, option: RoundOption) => roundWire(round, option, clocks.domain.now())

  route(app, deps, tradeEndpoints.gameCurrent, async ({ query, site, member }) => {
    const of = { siteId: site.id, optionId: query.tradeOptionId, memberId: member?.memberId ?? null }
    const { value: game } = await reads.ask('rounds.game', of)
    if (game === null) throw new Refused('STOCK_NOT_FOUND')
    const { option, betting, running, feed, my } = game
    const at = clocks.domain.now()
    return {
      serverTime: at,
      feed,
      betting: betting && roundWire(betting, option, at),
      running: running && roundWire(running, option, at),
      my: my && pointsWire(my, option),
    }
  })

  route(app, deps, tradeEndpoints.gameRecent, async ({ query, site, member }) => {
    const option = await optionOf(deps, site.id, query.tradeOptionId)
    return db.tenant(site.id, async (tx) => {
      const rounds = await newestDecided(tx, site.id, option.id, recentRounds)
      const ids = rounds.map(({ id }) => id)
      const sides = member ? await sidesOf(tx, site.id, member.memberId, ids) : null
      return rounds.map((round) => ({
        id: round.id,
        roundNo: round.roundNo,
        strikePrice: round.strikeTick && formatPrice(round.strikeTick.price, option.precision),
        closePrice: round.closeTick && formatPrice(round.closeTick.price, option.precision),
        status: round.status,
        side: sides?.get(round.id) ?? null,
        endAt: round.endAt,
      }))
    })
  })

  route(app, deps, tradeEndpoints.gameRound, async ({ query, site }) => {
    const round = await db.tenant(site.id, (tx) => roundById(tx, site.id, query.tradeRoundId))
    if (!round) throw new Refused('HISTORY_NOT_FOUND')
    const { value: option } = await reads.ask('rounds.option', { siteId: site.id, optionId: round.optionId })
    if (!option) throw new Refused('HISTORY_NOT_FOUND')
    return {
      ...shown(round, option),
      strikeTick: round.strikeTick && tickWire(round.strikeTick, option.precision),
      closeTick: round.closeTick && tickWire(round.closeTick, option.precision),
      evidenceUrl: `/api/public/round_evidence/${round.id}`,
    }
  })

  route(app, deps, tradeEndpoints.gameRoundList, async ({ query, site }) => {
    const option = await optionOf(deps, site.id, query.tradeOptionId)
    const isStatus = query.resultType === 'RoundStatus'
    const plays = listOf(playText, query.isPlayStrs)
    const now = clocks.domain.now()
    const filter: RoundFilter = {
      siteId: site.id,
      optionId: option.id,
      period: listedPeriod(periodOf(query), now),
      statuses: listOf(statusText, query.statusStrs) ?? (isStatus ? [1, 2] : null),
      openBy: now,
    }
    const page = pageOfQuery(query)
    const none = plays !== null && !plays.includes(option.isPlay ? '1' : '0')
    const slice = page ?? { limit: mostRows, offset: 0 }
    return db.tenant(site.id, async (tx) => {
      const rounds = none ? [] : await listRounds(tx, filter, slice)
      const total = page === null || none ? 0 : await countRounds(tx, filter)
      if (isStatus) {
        const states = rounds.map(({ id, roundNo, status, endAt }) => ({ id, roundNo, status, endAt }))
        return page ? pageAnswer(page, states, total) : states
      }
      const content = rounds.map((round) => roundWire(round, option, now))
      return page ? pageAnswer(page, content, total) : content
    })
  })

  route(app, deps, tradeEndpoints.roundSummaryDaily, async ({ query, site }) => {
    const option = await optionOf(deps, site.id, query.tradeOptionId)
    const date = query.date ?? kstDay(clocks.domain.now())
    const day = await db.tenant(site.id, (tx) => dayOfRounds(tx, site.id, option.id, kstDayPeriod(date)))
    return {
      date,
      ...streaksOf(day.statuses),
      buyPoint: formatMinor(day.buyPoint, option.currency),
      sellPoint: formatMinor(day.sellPoint, option.currency),
    }
  })

  route(app, deps, tradeEndpoints.publicTradeRound, async ({ query, site }) => {
    const asked = query.tradeOptionId
    const options = asked === undefined ? await optionsOf(deps, site.id) : [await optionOf(deps, site.id, asked)]
    const played = asked === undefined ? options.filter(({ isPlay }) => isPlay) : options
    const byId = new Map(played.map((option) => [option.id, option]))
    const ids = [...byId.keys()]
    const rounds = await db.tenant(site.id, (tx) => newestDecidedOfAll(tx, site.id, ids, publicRoundsEach, mostRows))
    return rounds.flatMap((round) => {
      const option = byId.get(round.optionId)
      return option ? [shown(round, option)] : []
    })
  })
}

const pointsWire = (points: { buyPoint: bigint; sellPoint: bigint }, option: RoundOption) => ({
  buyPoint: formatMinor(points.buyPoint, option.currency),
  sellPoint: formatMinor(points.sellPoint, option.currency),
})

/** Without a first day the week before the last one. */
function listedPeriod({ from, to }: Period, now: number): Period {
  const until = Math.min(to, now + dayMs)
  return { from: from === 0 ? until - defaultDays * dayMs : from, to: until }
}
