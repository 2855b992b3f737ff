import { byMember, byStaff, bySystem } from '../../envelope.ts'
import { Desk, usdt } from '../../futures/testing.ts'
import { Floor } from '../../oversea/testing.ts'
import { codeOf, emptySnapshot, House, SITE } from '../../testing.ts'
import { siteKeys } from '../keys.ts'
import { shippedSite } from '../shipped.ts'
import { testEachKey } from './each-key.ts'

const HOUR = 3_600_000
const who = { siteId: SITE, memberId: 1 } as const

function house(): House {
  const h = new House(emptySnapshot())
  h.live()
  h.tick(100_00)
  h.settle()
  h.member(1)
  return h
}

/** A perpetual of ten times its margin, with a mark at which it is warned or was. */
function marked(h: House, ...marks: readonly number[]): boolean {
  const desk = h as Desk
  desk.trade(1, 'LONG', '0.1', 60_000)
  for (const mark of marks) {
    desk.mark(mark)
    desk.settle()
  }
  return desk.position(1)!.isWarned
}
const desk = () => {
  const h = new Desk()
  h.trader(1, usdt(10_000))
  h.price(60_000)
  return h
}

/** One contract of 560,000 behind 700,000 won, and how prices leave it. */
function priced(h: House, ...prices: readonly number[]): unknown {
  const floor = h as Floor
  floor.trade(1, 'LONG', 1)
  for (const price of prices) floor.price(price)
  return floor.position(1)?.isWarned ?? 'cut'
}
const floor = () => {
  const f = new Floor()
  f.member(1, 700_000n)
  f.price(1.1)
  return f
}
const most = (h: House, days = 1) => {
  h.at += days * 24 * HOUR
  return h.ask('futures.mostLeverage', { ...who, optionId: 1, wall: h.wall })
}
const halved = { isReleaseHalved: true }
/** What members are told after a release at one o'clock in 1970. */
const told = (h: House) => {
  h.do({ kind: 'setReleases', ...bySystem(SITE), times: [HOUR] })
  return h.ask('releases.halving', { siteId: SITE })
}
const capped = { isYoungCapped: true }

/** Keys that the core keeps for others. */
const shown = (keys: Readonly<Record<string, boolean | number | string>>) =>
  Object.fromEntries(
    Object.entries(keys).map(([key, to]) => {
      const play = (h: House) => {
        const value = h.ask('configuration.site', { siteId: SITE })![key as keyof typeof shippedSite]
        return typeof value === 'bigint' ? String(value) : value
      }
      const { [key as keyof typeof shippedSite]: shipped } = shippedSite
      return [key, { to, play, gives: [typeof shipped === 'bigint' ? String(shipped) : shipped, to] as const }]
    }),
  )

testEachKey('site', null, siteKeys, house, {
  maxDayExposure: { to: '5000', play: (h) => codeOf(h.bet(1, 'B', 10_000n)), gives: [200, 'EXPOSURE_LIMIT'] },
  futuresWarnPpm: {
    to: 200_000,
    with: { futuresCalmPpm: 100_000 },
    open: desk,
    play: (h) => marked(h, 54_900),
    gives: [false, true],
  },
  futuresCalmPpm: { to: 300_000, open: desk, play: (h) => marked(h, 54_250, 54_500), gives: [false, true] },
  overseaLosscutPpm: { to: 300_000, open: floor, play: (h) => priced(h, 1.0696), gives: [true, 'cut'] },
  overseaWarnPpm: {
    to: 700_000,
    with: { overseaCalmPpm: 800_000 },
    open: floor,
    play: (h) => priced(h, 1.08),
    gives: [false, true],
  },
  overseaCalmPpm: { to: 900_000, open: floor, play: (h) => priced(h, 1.0696, 1.085), gives: [false, true] },
  limitRiseWaitMs: {
    to: 48 * HOUR,
    play(h) {
      const set = (amount: bigint) =>
        h.do({
          kind: 'setLimits',
          ...byMember(who, h.key()),
          limits: [{ kind: 'STAKE', window: '24h', currency: 'KRW', amount }],
        })
      set(10_000n)
      set(20_000n)
      h.at += 24 * HOUR
      return codeOf(h.do({ kind: 'confirmLimits', ...byMember(who, h.key()) }))
    },
    gives: [200, 'INVALID_REQUEST'],
  },
  exclusionMinMonths: {
    to: 12,
    play: (h) => codeOf(h.do({ kind: 'selfExclude', ...byMember(who, h.key()), months: 6 })),
    gives: [200, 'INVALID_REQUEST'],
  },
  // What pages and the server do by these, their own tests say.
  ...shown({
    realityCheckMs: HOUR / 2,
    signInTries: 3,
    signInLockMs: HOUR,
    signInsAMinute: 3,
    refreshesAMinute: 10,
    ordersASecond: 5,
    moneyAMinute: 3,
    otpsAMinute: 2,
    codeMs: 120_000,
    codeTries: 3,
    codeResendMs: 90_000,
    codesAnHour: 3,
    sessionMs: 24 * HOUR,
    sessionIdleMs: HOUR,
    mostSessions: 2,
    staffSessionMs: HOUR,
    staffIdleMs: 300_000,
    staffProofMs: 120_000,
    deskApprovalMs: HOUR,
    chatWaitMs: 120_000,
    chatSilentMs: 600_000,
    chatDays: 400,
    chatFromMinute: 540,
    chatToMinute: 1_080,
    inquiryAnswerMs: 2 * HOUR,
    inquiryCloseDays: 3,
    messageDays: 60,
    alertRestMs: 60_000,
    alertBackPpm: 2_000,
    binaryTickPpm: 40_000,
    partnerDepth: 3,
    partnerFeeCapPpm: 400_000,
    partnerRollCapPpm: 8_000,
    isPartnerLossOn: true,
    partnerLossCapPpm: 200_000,
    partnerCutDays: 14,
    partnerCloseMinute: 60,
    isCopyOn: true,
    copySlipPpm: 1_000,
    copyLateMs: 2_000,
    copyCapNotional: '0',
    copySkipsToPause: 0,
    copyLeastBet: '2000000000',
    copyMostBet: '50000000000',
    copyMostRatio: 200,
    traderMinDays: 0,
    traderMinEquity: '20000000000',
    traderShareCapPpm: 100_000,
    traderPayDays: 3,
    traderLotsOption: 10,
    traderLots: 60,
    traderGapMs: 0,
    traderOrdersAnHour: 10,
    traderQuotaLow: 10,
    traderQuotaMiddle: 200,
    traderQuotaHigh: 20_000,
    demoGrantWon: '5000000',
    demoGrantUsdt: '0',
  }),
  stopConfirmMs: {
    to: 300_000,
    play(h) {
      const of = { ...byStaff(SITE, 9, 'x'), key: h.key(), line: null, instrument: null }
      h.do({ kind: 'stop', ...of, scope: 'WITHDRAWALS' })
      return h.ask('stops.standing', { siteId: SITE })[0]!.confirmBy - h.wall
    },
    gives: [600_000, 300_000],
  },
  isReleaseHalved: { to: true, open: desk, play: (h) => told(h).windows.length, gives: [0, 1] },
  isSessionEndHalved: { to: true, play: (h) => told(h).sessionEndLeadMs, gives: [null, HOUR / 2] },
  halvingLeadMs: { to: HOUR, with: halved, open: desk, play: (h) => told(h).windows[0]!.from, gives: [HOUR / 2, 0] },
  halvingTailMs: {
    to: 0,
    with: halved,
    open: desk,
    play: (h) => told(h).windows[0]!.until,
    gives: [HOUR + 300_000, HOUR],
  },
  isYoungCapped: { to: true, open: desk, play: (h) => most(h), gives: [100, 20] },
  youngDays: { to: 10, with: capped, open: desk, play: (h) => most(h, 10), gives: [20, 100] },
  youngMaxLeverage: { to: 5, with: capped, open: desk, play: (h) => most(h), gives: [20, 5] },
})
