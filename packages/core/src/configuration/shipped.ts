/**
 * What is configured where nothing else is said (rules.md): seeds write it for new sites and options, and a site without a row
 * protects its members by it. Nothing else reads these numbers: what holds is the row.
 */
import type { TradeType } from '@maru/contract'
import type { FuturesOption } from '../futures/tables.ts'
import type { OverseaOption } from '../oversea/tables.ts'
import type { RoundOption } from '../rounds/tables.ts'
import type { SiteConfig } from '../tables/house.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS

export const shippedSite = {
  maxDayExposure: 300_000_000n,
  binaryCurrency: 'KRW',
  futuresWarnPpm: 800_000,
  futuresCalmPpm: 700_000,
  overseaLosscutPpm: 200_000,
  overseaWarnPpm: 400_000,
  overseaCalmPpm: 500_000,
  limitRiseWaitMs: 24 * HOUR_MS,
  exclusionMinMonths: 6,
  realityCheckMs: HOUR_MS,
  stopConfirmMs: 10 * MINUTE_MS,
  isYoungCapped: false,
  youngDays: 60,
  youngMaxLeverage: 20,
  isReleaseHalved: false,
  isSessionEndHalved: false,
  halvingLeadMs: 30 * MINUTE_MS,
  halvingTailMs: 5 * MINUTE_MS,
  signInTries: 5,
  signInLockMs: 15 * MINUTE_MS,
  signInsAMinute: 5,
  refreshesAMinute: 30,
  ordersASecond: 10,
  moneyAMinute: 5,
  otpsAMinute: 3,
  codeMs: 3 * MINUTE_MS,
  codeTries: 5,
  codeResendMs: MINUTE_MS,
  codesAnHour: 5,
  sessionMs: 14 * 24 * HOUR_MS,
  sessionIdleMs: 24 * HOUR_MS,
  mostSessions: 5,
  staffSessionMs: 8 * HOUR_MS,
  staffIdleMs: 15 * MINUTE_MS,
  staffProofMs: 10 * MINUTE_MS,
  deskApprovalMs: 24 * HOUR_MS,
  chatWaitMs: 3 * MINUTE_MS,
  chatSilentMs: 30 * MINUTE_MS,
  chatDays: 365,
  chatFromMinute: 0,
  chatToMinute: 1_440,
  inquiryAnswerMs: 24 * HOUR_MS,
  inquiryCloseDays: 7,
  messageDays: 90,
  alertRestMs: 10 * MINUTE_MS,
  alertBackPpm: 1_000,
  binaryTickPpm: 50_000,
  partnerDepth: 2,
  partnerFeeCapPpm: 500_000,
  partnerRollCapPpm: 10_000,
  isPartnerLossOn: false,
  partnerLossCapPpm: 300_000,
  partnerCutDays: 7,
  partnerCloseMinute: 30,
  isCopyOn: false,
  copySlipPpm: 5_000,
  copyLateMs: 5 * SECOND_MS,
  copyCapNotional: 20_000_000_00000000n,
  copySkipsToPause: 20,
  copyLeastBet: 10_00000000n,
  copyMostBet: 1_000_000_00000000n,
  copyMostRatio: 500,
  traderMinDays: 60,
  traderMinEquity: 100_00000000n,
  traderShareCapPpm: 200_000,
  traderPayDays: 7,
  traderLotsOption: 50,
  traderLots: 100,
  traderGapMs: SECOND_MS,
  traderOrdersAnHour: 60,
  traderQuotaLow: 100,
  traderQuotaMiddle: 300,
  traderQuotaHigh: 500,
  demoGrantWon: 10_000_000n,
  demoGrantUsdt: 10_000_00000000n,
} as const satisfies Partial<SiteConfig>

/** How long before startAt (rent) or endAt (binary) stakes close. */
const lockLeadMs: Readonly<Record<TradeType, number>> = {
  'R.5': 3 * SECOND_MS,
  R1: 5 * SECOND_MS,
  R2: 5 * SECOND_MS,
  R5: 5 * SECOND_MS,
  B1: 30 * SECOND_MS,
  B2: 30 * SECOND_MS,
  B5: 60 * SECOND_MS,
}

export const shippedRound = (type: TradeType) =>
  ({
    type,
    currency: 'KRW',
    isPlay: true,
    isStop: false,
    pauses: [],
    payoutRateBp: type.startsWith('B') ? 18_500 : 19_000,
    minPoint: 5_000n,
    maxPoint: 1_000_000n,
    unit: 1_000n,
    maxRoundPoint: 2_000_000n,
    maxBets: 5,
    minIntervalMs: SECOND_MS,
    strikeDelayMs: 300,
    maxExposure: 50_000_000n,
    lockLeadMs: lockLeadMs[type],
    strikeWaitMs: 2 * SECOND_MS,
  }) as const satisfies Partial<RoundOption>

export const shippedFutures = {
  minNotional: 500_000_000n, // 5 USDT
  isPlay: true,
  isStop: false,
  pauses: [],
  makerPpm: 400,
  takerPpm: 400,
  liquidationPpm: 5_000,
  priceBandPpm: 100_000,
  slipPpm: 10_000,
  closeSlipPpm: 50_000,
  execDelayMs: 150,
  maxOpenOrders: 50,
  maxFunding: 1_000_000, // 1 %
  defaultLeverage: 10,
  execWaitMs: SECOND_MS,
  depthMs: 2 * SECOND_MS,
  seasonMs: MINUTE_MS,
  entryRatioPpm: 800_000,
  jumpPpm: 30_000,
} as const satisfies Partial<FuturesOption>

export const shippedOversea = {
  isPlay: true,
  isStop: false,
  pauses: [],
  lotsPerTick: 10,
  maxOpenOrders: 50,
  execDelayMs: 300,
  priceBandPpm: 100_000,
  financingFeePpm: 5_000,
  /** At 07:50 for a session that opens at 08:00. */
  fixLeadMs: 10 * MINUTE_MS,
  execWaitMs: SECOND_MS,
  depthMs: 2 * SECOND_MS,
  maxExitTicks: 1_000,
  overnightTimes: 2,
  overnightLeadMs: 30 * MINUTE_MS,
  closeOnlyLeadMs: 10 * MINUTE_MS,
  closingLeadMs: 5 * MINUTE_MS,
  rateMaxAgeMs: 96 * HOUR_MS,
  fixingMaxAgeMs: 72 * HOUR_MS,
  slipPpm: 10_000,
  closeSlipPpm: 50_000,
  jumpPpm: 10_000,
} as const satisfies Partial<OverseaOption>
