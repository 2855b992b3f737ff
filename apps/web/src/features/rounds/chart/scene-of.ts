import type { Bet, RecentRound, Round } from '@maru/contract'
import type { Scene } from './scene.ts'

export interface SceneInputs {
  readonly betting: Round | null
  readonly running: Round | null
  readonly bets: readonly Bet[]
  readonly recent: readonly RecentRound[]
  readonly words: {
    readonly running: string
    readonly next: string
    readonly locked: string
    readonly strike: (price: string, roundNo: number) => string
  }
}

/** Of the round after the next change at most this much is in the picture: a long one would push the line aside. */
const aheadMs = 60_000

/** What the chart has to show of these rounds and bets at `now`. */
export function sceneOf({ betting, running, bets, recent, words }: SceneInputs, now: number): Scene {
  const binary = (running ?? betting)?.type.startsWith('B') ?? false
  const strikes = strikesOf({ running, bets, words }, binary)
  return {
    running: running && { from: running.startAt, to: running.endAt, label: words.running },
    next: binary ? lockedZone(running, words.locked) : nextZone(betting, words.next),
    strikes,
    fill: strikes[0] && running ? { from: fillFrom(running, bets, binary), price: strikes[0].price } : null,
    bets: bets.map(({ createdAt, type }) => ({ at: createdAt, side: type })),
    results: recent.flatMap(({ endAt, status }) => (status === 0 ? [] : [{ at: endAt, status }])),
    until: untilOf(betting, running, binary, now),
  }
}

const nextZone = (betting: Round | null, label: string): Scene['next'] =>
  betting && { from: betting.startAt, to: Math.min(betting.endAt, betting.startAt + aheadMs), label }

const lockedZone = (round: Round | null, label: string): Scene['next'] =>
  round && { from: round.lockAt, to: round.endAt, label }

function untilOf(betting: Round | null, running: Round | null, binary: boolean, now: number): number {
  if (binary) return (running ?? betting)?.endAt ?? now + aheadMs
  if (betting) return Math.min(betting.endAt, betting.startAt + aheadMs)
  return running ? running.endAt + aheadMs : now + aheadMs
}

/** Rent: the round's one strike. Binary: each own bet has its own. */
function strikesOf(
  { running, bets, words }: Pick<SceneInputs, 'running' | 'bets' | 'words'>,
  binary: boolean,
): Scene['strikes'] {
  if (!running) return []
  if (!binary) {
    const { strikePrice, roundNo } = running
    return strikePrice === null ? [] : [{ price: Number(strikePrice), label: words.strike(strikePrice, roundNo) }]
  }
  const mine = bets.filter((bet) => bet.tradeRoundId === running.id && bet.strikePrice !== null)
  const seen = new Set<string>()
  return mine.flatMap(({ strikePrice, roundNo }) => {
    if (strikePrice === null || seen.has(strikePrice)) return []
    seen.add(strikePrice)
    return [{ price: Number(strikePrice), label: words.strike(strikePrice, roundNo) }]
  })
}

function fillFrom(running: Round, bets: readonly Bet[], binary: boolean): number {
  if (!binary) return running.startAt
  return bets.find((bet) => bet.tradeRoundId === running.id && bet.strikePrice !== null)?.createdAt ?? running.startAt
}
