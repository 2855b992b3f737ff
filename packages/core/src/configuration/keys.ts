/**
 * Every number that staff may change, with the range that it allows: for each scope fields of its row. What binds several of them
 * together is checked where the row is configured; docs/configuration.md says what each of them does.
 */
import { LONGEST_SEASON_MS } from '../futures/growth.ts'
import type { FuturesOption } from '../futures/tables.ts'
import { defaultMoney } from '../money/default-money.ts'
import type { MoneyConfig } from '../money/tables.ts'
import type { OverseaOption } from '../oversea/tables.ts'
import type { RoundOption } from '../rounds/tables.ts'
import type { SiteConfig } from '../tables/house.ts'
import { TAKEN_MS } from '../trading/tables.ts'
import { amount, brackets, coins, flag, type KeysOf, pauses, ruled, whole } from './key.ts'
import { shippedSite } from './shipped.ts'

const MINUTE_MS = 60_000
const DAY_MS = 1_440 * MINUTE_MS
/** What an int of the database holds at most. */
const MOST = 2 ** 31 - 1

const counted = whole(1, MOST)
const delay = whole(0, 10_000)
const wait = whole(1, 60_000)
const lead = whole(MINUTE_MS, 240 * MINUTE_MS)
const age = whole(MINUTE_MS, 10 * 1_440 * MINUTE_MS)
/** Shares in parts per million: more than nothing, less than all. */
const share = whole(1, 999_999)
/** 0: no price is held. */
const jump = whole(0, 500_000)
const fee = ruled('FEE', whole(0, 100_000))
const feeAmount = ruled('FEE', amount(0n))
const schedule = ruled('SCHEDULE', pauses)
const yearlyRate = whole(-999_999, 999_999)

export const siteKeys = {
  maxDayExposure: amount(1n),
  futuresWarnPpm: share,
  futuresCalmPpm: share,
  overseaLosscutPpm: share,
  overseaWarnPpm: share,
  overseaCalmPpm: share,
  limitRiseWaitMs: whole(1_440 * MINUTE_MS, 20 * 1_440 * MINUTE_MS),
  exclusionMinMonths: whole(6, 1_200),
  realityCheckMs: whole(10 * MINUTE_MS, 60 * MINUTE_MS),
  stopConfirmMs: whole(MINUTE_MS, 60 * MINUTE_MS),
  isYoungCapped: flag,
  youngDays: whole(1, 3_650),
  youngMaxLeverage: counted,
  isReleaseHalved: flag,
  isSessionEndHalved: flag,
  halvingLeadMs: whole(MINUTE_MS, 240 * MINUTE_MS),
  halvingTailMs: whole(0, 60 * MINUTE_MS),
  // What guards sign-ins is made stricter than shipped, never looser.
  signInTries: whole(1, shippedSite.signInTries),
  signInLockMs: whole(shippedSite.signInLockMs, DAY_MS),
  signInsAMinute: whole(1, shippedSite.signInsAMinute),
  refreshesAMinute: whole(1, shippedSite.refreshesAMinute),
  ordersASecond: whole(1, shippedSite.ordersASecond),
  moneyAMinute: whole(1, shippedSite.moneyAMinute),
  otpsAMinute: whole(1, shippedSite.otpsAMinute),
  codeMs: whole(MINUTE_MS, 10 * MINUTE_MS),
  codeTries: whole(1, shippedSite.codeTries),
  codeResendMs: whole(shippedSite.codeResendMs, 10 * MINUTE_MS),
  codesAnHour: whole(1, shippedSite.codesAnHour),
  sessionMs: whole(60 * MINUTE_MS, 14 * DAY_MS),
  sessionIdleMs: whole(10 * MINUTE_MS, DAY_MS),
  mostSessions: whole(1, 5),
  staffSessionMs: whole(30 * MINUTE_MS, 8 * 60 * MINUTE_MS),
  staffIdleMs: whole(5 * MINUTE_MS, 15 * MINUTE_MS),
  staffProofMs: whole(MINUTE_MS, 15 * MINUTE_MS),
  deskApprovalMs: whole(10 * MINUTE_MS, 7 * DAY_MS),
  chatWaitMs: whole(MINUTE_MS, 60 * MINUTE_MS),
  chatSilentMs: whole(5 * MINUTE_MS, DAY_MS),
  chatDays: whole(30, 3_650),
  chatFromMinute: whole(0, 1_439),
  chatToMinute: whole(1, 1_440),
  inquiryAnswerMs: whole(60 * MINUTE_MS, 7 * DAY_MS),
  inquiryCloseDays: whole(1, 90),
  messageDays: whole(30, 365),
  alertRestMs: whole(MINUTE_MS, DAY_MS),
  alertBackPpm: whole(100, 100_000),
  binaryTickPpm: share,
  partnerDepth: whole(2, 4),
  partnerFeeCapPpm: whole(0, shippedSite.partnerFeeCapPpm),
  partnerRollCapPpm: whole(0, shippedSite.partnerRollCapPpm),
  isPartnerLossOn: flag,
  partnerLossCapPpm: whole(0, shippedSite.partnerLossCapPpm),
  partnerCutDays: whole(0, 30),
  partnerCloseMinute: whole(10, 720),
  isCopyOn: flag,
  copySlipPpm: whole(500, 10_000),
  copyLateMs: whole(1_000, 60_000),
  copyCapNotional: amount(0n),
  copySkipsToPause: whole(0, 10_000),
  copyLeastBet: amount(10_00000000n),
  copyMostBet: amount(10_00000000n),
  copyMostRatio: whole(1, 500),
  traderMinDays: whole(0, 365),
  traderMinEquity: amount(100_00000000n),
  traderShareCapPpm: whole(0, 200_000),
  traderPayDays: whole(0, 30),
  traderLotsOption: whole(1, 100),
  traderLots: whole(1, 300),
  traderGapMs: whole(0, MINUTE_MS),
  traderOrdersAnHour: whole(1, 600),
  traderQuotaLow: whole(0, 20_000),
  traderQuotaMiddle: whole(0, 20_000),
  traderQuotaHigh: whole(0, 20_000),
  demoGrantWon: amount(0n),
  demoGrantUsdt: amount(0n),
} satisfies KeysOf<SiteConfig>

/** Times of the wall clock that a request or a hold may take. */
const span = whole(0, 30 * 1_440 * MINUTE_MS)

export const moneyKeys = {
  depositMin: amount(1n),
  depositUnit: amount(1n),
  depositExpiryMs: whole(MINUTE_MS, 30 * 1_440 * MINUTE_MS),
  withdrawMin: amount(1n),
  withdrawUnit: amount(1n),
  withdrawFee: feeAmount,
  withdrawDayMax: amount(1n),
  cancelWindowMs: span,
  firstHoldMs: span,
  holdMs: span,
  changeHoldMs: span,
  // As much or less than shipped: one person alone never agrees to more.
  fourEyesFrom: amount(1n, defaultMoney.fourEyesFrom),
  travelRuleFrom: amount(1n),
  approvalMs: whole(MINUTE_MS, 1_440 * MINUTE_MS),
  isWithdrawPaused: flag,
  convertSpreadPpm: whole(0, 20_000),
  convertMovePpm: whole(0, 100_000),
  convertDelayMs: delay,
  convertWaitMs: wait,
  quoteMs: whole(1_000, 60_000),
  priceMaxAgeMs: whole(1_000, 5_000),
  sourcesApartPpm: whole(1, 100_000),
  convertMin: amount(1n),
  convertDayMax: amount(1n),
  convertNetMax: amount(1n),
  flagWithdrawals: counted,
  sharedIpMs: whole(0, 365 * 1_440 * MINUTE_MS),
  sharedIpMembers: whole(2, 1_000),
  transferDayMax: amount(1n),
  bonusMultiple: whole(0, 1_000),
  bonusCapTimes: whole(1, 1_000),
  bonusLifeMs: whole(1_440 * MINUTE_MS, 365 * 1_440 * MINUTE_MS),
  bonusNetMs: whole(0, 60 * MINUTE_MS),
  bonusFeeTimes: whole(0, 10_000),
  p2pAskMs: whole(MINUTE_MS, 60 * MINUTE_MS),
  p2pPayMs: whole(5 * MINUTE_MS, 60 * MINUTE_MS),
  p2pAnswerMs: whole(5 * MINUTE_MS, 1_440 * MINUTE_MS),
  p2pLateMs: whole(60 * MINUTE_MS, 7 * DAY_MS),
  p2pMostUnpaid: whole(1, 10),
  p2pBlockMs: whole(60 * MINUTE_MS, 7 * DAY_MS),
  coins,
} satisfies KeysOf<MoneyConfig>

export const roundKeys = {
  isPlay: flag,
  isStop: flag,
  pauses: schedule,
  payoutRateBp: ruled('PAYOUT', whole(15_000, 19_800)),
  minPoint: amount(1n),
  maxPoint: amount(1n),
  unit: amount(1n),
  maxRoundPoint: amount(1n),
  maxBets: counted,
  minIntervalMs: whole(0, MOST),
  maxExposure: amount(0n),
  lockLeadMs: whole(1_000, 5 * MINUTE_MS),
  strikeDelayMs: delay,
  strikeWaitMs: delay,
} satisfies KeysOf<RoundOption>

export const futuresKeys = {
  isPlay: flag,
  isStop: flag,
  pauses: schedule,
  minQty: whole(1, Number.MAX_SAFE_INTEGER),
  minNotional: amount(0n),
  makerPpm: fee,
  takerPpm: fee,
  liquidationPpm: fee,
  priceBandPpm: share,
  slipPpm: share,
  closeSlipPpm: share,
  execDelayMs: delay,
  maxOpenOrders: counted,
  maxFunding: counted,
  defaultLeverage: counted,
  brackets: ruled('BRACKETS', brackets),
  execWaitMs: wait,
  depthMs: whole(0, TAKEN_MS),
  seasonMs: whole(0, LONGEST_SEASON_MS),
  entryRatioPpm: whole(1, 1_000_000),
  jumpPpm: jump,
} satisfies KeysOf<FuturesOption>

export const overseaKeys = {
  isPlay: flag,
  isStop: flag,
  pauses: schedule,
  margin: amount(1n),
  fee: feeAmount,
  maxCount: counted,
  lotsPerTick: counted,
  maxOpenOrders: counted,
  execDelayMs: delay,
  priceBandPpm: share,
  longRatePpm: yearlyRate,
  shortRatePpm: yearlyRate,
  financingFeePpm: whole(0, 999_999),
  fixLeadMs: whole(0, 60 * MINUTE_MS),
  execWaitMs: wait,
  depthMs: whole(0, TAKEN_MS),
  maxExitTicks: whole(1, 1_000_000),
  overnightTimes: whole(1, 100),
  overnightLeadMs: lead,
  closeOnlyLeadMs: lead,
  closingLeadMs: lead,
  rateMaxAgeMs: age,
  fixingMaxAgeMs: age,
  slipPpm: share,
  closeSlipPpm: share,
  jumpPpm: jump,
} satisfies KeysOf<OverseaOption>
