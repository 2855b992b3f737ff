import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { registerBets } from './bets.ts'
import { registerGames } from './games.ts'
import { registerOptions } from './options.ts'

export { type BetRoundRecord, betOfRound } from './bet-store.ts'
export { roundEvidence } from './kept-ticks.ts'
export { optionsOf as roundOptionsOf } from './options.ts'
export { roundById } from './round-store.ts'

/** Timed rounds: options, rounds, stakes. */
export function registerRounds(app: FastifyInstance, deps: Deps): void {
  registerOptions(app, deps)
  registerGames(app, deps)
  registerBets(app, deps)
}
