export {
  type ContractAccount,
  type ContractPosition,
  contractGuards,
  contractHealth,
  type EquityZone,
} from './losscut.ts'
export { type MarginAccount, type MarginPosition, marginGuards, marginHealth, type RatioZone } from './margin.ts'
export type { GuardPrices } from './split.ts'
