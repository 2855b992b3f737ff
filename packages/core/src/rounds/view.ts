import type { State } from '../state.ts'
import type { CoreView } from '../types.ts'
import { roundsOf } from './state.ts'

type RoundQueries = Pick<CoreView, 'currentRounds' | 'option' | 'options' | 'myPoints'>

/** What the API may read of rounds. */
export function roundQueries(state: State): RoundQueries {
  const { options, rounds } = roundsOf(state)
  return {
    currentRounds(siteId, optionId, at) {
      const option = options.get(optionId)
      if (!option || option.row.siteId !== siteId) return { betting: null, running: null }
      const running = option.rounds.find(({ row }) => row.startAt <= at && at < row.endAt) ?? null
      const betting =
        option.rounds.find(({ row, binary }) => row.openAt <= at && at < (binary ? row.endAt : row.startAt)) ??
        option.rounds.find(({ row }) => row.openAt > at) ??
        null
      return { betting: betting?.row ?? null, running: running?.row ?? null }
    },
    option(siteId, optionId) {
      const option = options.get(optionId)
      return option && option.row.siteId === siteId ? option.row : null
    },
    options: (siteId) =>
      [...options.values()].filter((option) => option.row.siteId === siteId).map((option) => option.row),
    myPoints(siteId, memberId, roundId) {
      const round = rounds.get(roundId)
      const stake = round && round.row.siteId === siteId ? round.stakes.get(memberId) : undefined
      const point = stake?.point ?? 0n
      return stake?.side === 'S' ? { buyPoint: 0n, sellPoint: point } : { buyPoint: point, sellPoint: 0n }
    },
  }
}
