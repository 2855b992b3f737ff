import type { Mutation } from '../mutation.ts'
import { core } from './core.ts'
import { futures } from './futures.ts'
import { money } from './money.ts'
import { oversea } from './oversea.ts'
import { positions } from './positions.ts'
import { rounds } from './rounds.ts'
import { trading } from './trading.ts'

/** All changes, those of what all else rests on first. */
export const mutations: readonly Mutation[] = [
  ...positions,
  ...core,
  ...rounds,
  ...trading,
  ...futures,
  ...oversea,
  ...money,
]
