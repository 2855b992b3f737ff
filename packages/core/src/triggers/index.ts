export { type Direction, Rank, type TriggerHandle, TriggerIndex, type TriggerPrice } from './trigger-index.ts'
