import { btcRounds } from './fake-rounds.ts'
import type { FakeServer } from './fake-server.ts'

const unverified = { value: null, verifiedAt: null }

/** Answers what the pages of wallets, limits, settings and 더보기 ask for, of a member who has the demo grant and did nothing yet. */
export function fakeMemberPages(server: FakeServer): void {
  server.reply('GET /api/trade/option/list', () => [btcRounds])
  server.reply('GET /api/contact/my_unread_count', () => ({ count: 0 }))
  server.reply('GET /api/coupon/bonus', () => ({ usable: '0', bonuses: [] }))
  server.reply('GET /api/dnw/list', () => [])
  server.reply('GET /api/dnw/rate/map', () => ({ USDT_KRW: { mid: '1400', spread: '0.005', at: Date.now() } }))
  server.reply('GET /api/content/notice/list', () => [])
  server.reply('GET /api/content/economic/list', () => [])
  server.reply('GET /api/chat/wait', () => ({ waiting: 0, waitSec: null }))
  server.reply('GET /api/futures/cross', () => ({
    playerPoint: '10000',
    markPnl: '0',
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
  server.reply('GET /api/wallet/arrivals', () => [])
  server.reply('GET /api/session/list', () => [
    { id: 1, device: 'Android · Chrome', ip: '127.0.0.1', createdAt: 1, lastSeenAt: Date.now(), current: true },
  ])
  server.reply('GET /api/user/security', () => ({
    passwordChangedAt: null,
    totp: { isOn: false, changedAt: null, recoveryLeft: 0 },
    phone: unverified,
    email: unverified,
    identity: unverified,
  }))
}
