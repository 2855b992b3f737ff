export { type ContractMarginAccount, type ContractPosition, contractGuards, contractHealth } from './losscut.ts'
export { type MarginAccount, type MarginPosition, marginGuards, marginHealth } from './margin.ts'
export type { GuardPrices } from './split.ts'
