import type { CoinConfig, MoneyConfig } from './tables.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/** What rules D ask for where a site says nothing else. */
export const defaultMoney: Omit<MoneyConfig, 'siteId'> = {
  depositMin: 10_000n,
  depositUnit: 1_000n,
  depositExpiryMs: 2 * hourMs,
  withdrawMin: 10_000n,
  withdrawUnit: 1_000n,
  withdrawFee: 1_000n,
  withdrawDayMax: 50_000_000n,
  cancelWindowMs: 10 * minuteMs,
  firstHoldMs: 72 * hourMs,
  holdMs: 24 * hourMs,
  changeHoldMs: 24 * hourMs,
  fourEyesFrom: 10_000_000n,
  travelRuleFrom: 1_000_000n,
  approvalMs: 30 * minuteMs,
  isWithdrawPaused: false,
  convertSpreadPpm: 5_000,
  convertMovePpm: 2_000,
  convertDelayMs: 150,
  convertWaitMs: 1_000,
  quoteMs: 10_000,
  priceMaxAgeMs: 5_000,
  sourcesApartPpm: 10_000,
  convertMin: 5_000n,
  convertDayMax: 100_000_000n,
  convertNetMax: 3_000_000_000n,
  flagWithdrawals: 3,
  sharedIpMs: 30 * 24 * hourMs,
  sharedIpMembers: 10,
  transferDayMax: 5_000_000n,
  bonusMultiple: 30,
  bonusCapTimes: 10,
  bonusLifeMs: 30 * 24 * hourMs,
  bonusNetMs: 10 * minuteMs,
  bonusFeeTimes: 250,
  p2pAskMs: 5 * minuteMs,
  p2pPayMs: 15 * minuteMs,
  p2pAnswerMs: 30 * minuteMs,
  p2pLateMs: 24 * hourMs,
  p2pMostUnpaid: 3,
  p2pBlockMs: 24 * hourMs,
  coins: [
    coin('USDT', 'TRC20', 20, 10_00000000n, 1_00000000n),
    coin('BTC', 'BTC', 3, 100_000n, 20_000n),
    coin('ETH', 'ERC20', 12, 1_000_000n, 200_000n),
    coin('XRP', 'XRP', 2, 20_000_000n, 250_000n),
  ],
}

function coin(
  name: CoinConfig['coin'],
  network: string,
  confirmations: number,
  withdrawMin: bigint,
  withdrawFee: bigint,
): CoinConfig {
  return { coin: name, network, confirmations, withdrawMin, withdrawFee, isOpen: true }
}
