import type { Mutation } from '../mutation.ts'
import { bonus } from './bonus.ts'
import { commissions } from './commissions.ts'
import { copies } from './copies.ts'
import { core } from './core.ts'
import { desk } from './desk.ts'
import { futures } from './futures.ts'
import { groups } from './groups.ts'
import { money } from './money.ts'
import { oversea } from './oversea.ts'
import { p2p } from './p2p.ts'
import { positions } from './positions.ts'
import { releases } from './releases.ts'
import { rounds } from './rounds.ts'
import { trading } from './trading.ts'

/** All changes, those of what all else rests on first. */
export const mutations: readonly Mutation[] = [
  ...positions,
  ...core,
  ...rounds,
  ...trading,
  ...futures,
  ...copies,
  ...oversea,
  ...money,
  ...p2p,
  ...bonus,
  ...commissions,
  ...groups,
  ...desk,
  ...releases,
]
