import { type FuturesWorld, makeFuturesWorld } from '../futures/world.ts'
import { makeOverseaWorld, type OverseaWorld } from '../oversea/world.ts'
import type { Random } from '../random.ts'
import { makeWorld, type World } from '../world.ts'

/** The worlds of all books over the same sites and members; rounds and perpetuals share the prices of BTCUSDT. */
export interface TogetherWorld {
  readonly rounds: World
  readonly futures: FuturesWorld
  readonly oversea: OverseaWorld
}

/** Rounds alone are played on it. */
export const OWN_OF_ROUNDS = 'SOLUSDT'
/** Rounds and perpetuals are played on it. */
export const SHARED = 'BTCUSDT'

export function makeTogetherWorld(random: Random): TogetherWorld {
  const rounds = makeWorld(random, [SHARED, OWN_OF_ROUNDS], 25)
  const { sites } = rounds
  return {
    rounds,
    futures: { ...makeFuturesWorld(random), sites, groups: [] },
    oversea: { ...makeOverseaWorld(random), sites },
  }
}
