import type { DnwSite, Security } from '@maru/contract'
import { btcRounds } from './fake-rounds.ts'
import type { FakeServer } from './fake-server.ts'

/** What the money pages are told of the site. */
const money: DnwSite = {
  moneyMode: 'DEMO',
  deposit: { min: '10000', unit: '1000', expiresSec: 3_600 },
  withdraw: {
    min: '10000',
    unit: '1000',
    fee: '0',
    maxPerDay: '100000000',
    cancelWindowSec: 60,
    travelRuleFrom: '1000000',
  },
  p2p: { paySec: 900, answerSec: 900, lateSec: 86_400, lateCancelSec: 600, mostUnpaid: 3, blockSec: 86_400 },
  bonus: { feeTimes: 10, netSec: 60 },
  holds: { firstDepositSec: 0, depositSec: 3_600, changeSec: 0 },
  accounts: [],
  coins: [{ coin: 'BTC', name: '비트코인', decimals: 8, isDeposit: true, isWithdraw: true, isBuy: true, networks: [] }],
}

const unverified = { value: null, verifiedAt: null }

const security: Security = {
  passwordChangedAt: null,
  totp: { isOn: false, changedAt: null, recoveryLeft: 0 },
  phone: unverified,
  email: unverified,
  identity: unverified,
}

/** The member has enrolled an authenticator app. */
export function withAuthenticator(server: FakeServer): void {
  const totp = { isOn: true, changedAt: 1_700_000_000_000, recoveryLeft: 10 }
  server.reply('GET /api/user/security', () => ({ ...security, totp }))
}

/** Answers what the pages of wallets, limits, settings and 더보기 ask for, of a member who has the demo grant and did nothing yet. */
export function fakeMemberPages(server: FakeServer): void {
  server.reply('GET /api/trade/option/list', () => [btcRounds])
  server.reply('GET /api/oversea/option/list', () => [])
  server.reply('GET /api/contact/my_unread_count', () => ({ count: 0 }))
  server.reply('GET /api/coupon/bonus', () => ({ usable: '0', bonuses: [] }))
  server.reply('GET /api/site_info/dnw', () => money)
  server.reply('GET /api/dnw/list', () => [])
  server.reply('GET /api/dnw/rate/map', () => ({ USDT_KRW: { mid: '1400', spread: '0.005', at: Date.now() } }))
  server.reply('GET /api/content/notice/list', () => [])
  server.reply('GET /api/content/economic/list', () => [])
  server.reply('GET /api/chat/wait', () => ({ waiting: 0, waitSec: null }))
  server.reply('GET /api/futures/history/daily_profit', () => [])
  server.reply('GET /api/futures/cross', () => ({
    playerPoint: '10000',
    markPnl: '0',
    isolatedPnl: '0',
    minusFundingFee: '0',
    available: '10000',
    posted: '10000',
    gameWaitPoint: '0',
  }))
  server.reply('GET /api/oversea/cross', () => ({
    playerPoint: '10000000',
    lastPnl: '0',
    losscut: '0',
    warnAt: '0',
    playerGameWaitPoint: '0',
  }))
  server.reply('GET /api/partner/standing', () => ({ broughtBy: null, own: null }))
  server.reply('GET /api/wallet/arrivals', () => [])
  server.reply('GET /api/session/list', () => [
    { id: 1, device: 'Android · Chrome', ip: '127.0.0.1', createdAt: 1, lastSeenAt: Date.now(), current: true },
  ])
  server.reply('GET /api/user/security', () => security)
}
