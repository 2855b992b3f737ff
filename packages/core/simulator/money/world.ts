import { defaultMoney, type MoneyConfig } from '../../src/index.ts'

/** Short times and small limits, so that they are met. */
export const moneyOf = (siteId: number): MoneyConfig => ({
  siteId,
  ...defaultMoney,
  cancelWindowMs: 2_000,
  depositExpiryMs: 60_000,
  firstHoldMs: 30_000,
  holdMs: 20_000,
  changeHoldMs: 15_000,
  withdrawDayMax: 9_000_000n,
  flagWithdrawals: 6,
  convertDayMax: 6_000_000n,
  convertNetMax: 9_000_000n,
  transferDayMax: 2_000_000n,
  approvalMs: 60_000,
  bonusLifeMs: 400_000,
})
