import { simulateCopies } from './copies/simulation.ts'
import { simulateFutures } from './futures/simulation.ts'
import { simulateMoney } from './money/simulation.ts'
import { simulateOversea } from './oversea/simulation.ts'
import { simulate } from './simulation.ts'
import { simulateTogether } from './together/simulation.ts'

export const books = ['rounds', 'futures', 'oversea', 'money', 'together', 'copies'] as const
export type Book = (typeof books)[number]

export interface Job {
  readonly book: Book
  readonly seed: number
  readonly steps: number
  readonly isAlone: boolean
}
export interface Outcome {
  readonly job: Job
  readonly counts: Readonly<Record<string, number>>
  readonly refusals: ReadonlyMap<string, number>
  readonly failure: string | null
}

const players = {
  rounds: simulate,
  futures: simulateFutures,
  oversea: simulateOversea,
  money: simulateMoney,
  together: simulateTogether,
  copies: simulateCopies,
}

/** Plays a seed; each fourth twice. */
export function run(job: Job): Outcome {
  const play = players[job.book]
  try {
    const { counts, refusals, trail } = play(job.seed, job.steps)
    if (job.seed % 4 === 1 && play(job.seed, job.steps).trail !== trail)
      throw new Error('a second run with the same seed differs')
    return { job, counts, refusals, failure: null }
  } catch (error) {
    return { job, counts: {}, refusals: new Map(), failure: (error as Error).stack ?? String(error) }
  }
}
