import { toHex } from '@maru/evidence'
import { kstDay } from '../kst.ts'
import type { State } from '../state.ts'
import type { Moment } from '../types.ts'
import { roundsOf } from './state.ts'

/** What is not settled, as the database would give it at `now` (−∞: before the first call on a new installation). */
export function rowsOf(state: State, { at: now }: Moment) {
  const { sites, options } = roundsOf(state)
  const today = Number.isFinite(now) ? kstDay(now) : ''
  const open = openRounds(state)
  return {
    options: [...options.values()].map((option) => option.row),
    rounds: open.map((round) => round.row),
    bets: open.flatMap((round) => round.bets.map((bet) => bet.row).filter((bet) => bet.status === 0)),
    houseToday: [...sites.values()]
      .filter((site) => site.pnlToday !== 0n && site.day === today)
      .map((site) => ({ siteId: site.config.row.siteId, dayKst: site.day, pnl: site.pnlToday })),
  }
}

/** Exposures, bet trees and stakes. */
export function digestOf(state: State): unknown {
  const sites = [...roundsOf(state).sites.values()].map((site) => `${site.config.row.siteId}:${site.exposure}`).sort()
  const rounds = openRounds(state)
    .map((round) => {
      const exposure = round.row.decidedAt === null ? round.exposure.value() : round.lossLeft
      const leaves = round.leaves ? toHex(round.leaves.root()) : ''
      const stakes = [...round.stakes]
        .map(([member, { side, count, point }]) => `${member}:${side}:${count}:${point}`)
        .sort()
      return `${round.row.id}:${exposure}:${leaves}:${round.waiting.length - round.nextWaiting}:${stakes.join()}`
    })
    .sort()
  const open = [...state.members.values()]
    .flatMap((member) =>
      [...member.openStakes].filter(([, sum]) => sum !== 0n).map(([c, sum]) => `${member.row.memberId}:${c}:${sum}`),
    )
    .sort()
  return [sites, rounds, open]
}

const openRounds = (state: State) =>
  [...roundsOf(state).rounds.values()].filter((round) => round.row.settledAt === null)
