export { type CoreInput, type MarketRoom, type MarketRoomOptions, openMarket } from './room.ts'
export { registerMarket } from './routes.ts'
export { evidenceWindowMs, tickProof, ticksAround, ticksBetween } from './tick-log.ts'
