import { futuresView } from './futures/view.ts'
import { overseaView } from './oversea/view.ts'
import { roundsOf } from './rounds/state.ts'
import { accountOf, type State } from './state.ts'
import type { CoreView } from './types.ts'

/** What the API may read of the core's memory. */
export function viewOf(state: State, now: () => number): CoreView {
  return {
    futures: futuresView(state),
    oversea: overseaView(state, now),
    wallets: (siteId, memberId) =>
      accountOf(state, siteId, memberId) ? state.ledger.walletsOf(memberId).map((wallet) => wallet.row) : [],
    currentRounds(siteId, optionId, at) {
      const option = roundsOf(state).options.get(optionId)
      if (!option || option.row.siteId !== siteId) return { betting: null, running: null }
      const running = option.rounds.find(({ row }) => row.startAt <= at && at < row.endAt) ?? null
      const betting =
        option.rounds.find(({ row, binary }) => row.openAt <= at && at < (binary ? row.endAt : row.startAt)) ??
        option.rounds.find(({ row }) => row.openAt > at) ??
        null
      return { betting: betting?.row ?? null, running: running?.row ?? null }
    },
    option(siteId, optionId) {
      const option = roundsOf(state).options.get(optionId)
      return option && option.row.siteId === siteId ? option.row : null
    },
    options: (siteId) =>
      [...roundsOf(state).options.values()]
        .filter((option) => option.row.siteId === siteId)
        .map((option) => option.row),
    myPoints(siteId, memberId, roundId) {
      const round = roundsOf(state).rounds.get(roundId)
      const stake = round && round.row.siteId === siteId ? round.stakes.get(memberId) : undefined
      const point = stake?.point ?? 0n
      return stake?.side === 'S' ? { buyPoint: 0n, sellPoint: point } : { buyPoint: point, sellPoint: 0n }
    },
    feedState(instrument) {
      const change = state.instruments.get(instrument)?.feedChange(now())
      return change ? { state: change.state, since: change.at } : { state: 'stale', since: 0 }
    },
  }
}
