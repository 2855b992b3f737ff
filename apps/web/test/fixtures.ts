// What every page of a member needs of the server, as the demo house answers it.
import type { BetSummary, Me, SiteInfo } from '@maru/contract'
import type { ReplyOf } from '@maru/contract/client'
import type { FakeServer } from './fake-server.ts'

export const site: SiteInfo = {
  id: 1,
  code: 'maru',
  name: '마루',
  logoUrl: null,
  accent: null,
  language: 'ko',
  guestLanguage: 'ko',
  moneyMode: 'DEMO',
  binaryCurrency: 'KRW',
  usedCoins: 'BINARY,FUTURES',
  depositCoins: 'USDT,BTC,ETH,XRP',
  buyCoins: 'USDT,BTC,ETH,XRP',
  coinInfoJson: '{}',
  type: '101101',
  stockPrefix: 'CR',
  overseaPrefix: 'OV',
  liveChat: true,
  signupChecks: [],
  footer: null,
  realityCheckMs: 3_600_000,
  limitRiseWaitMs: 86_400_000,
  exclusionMinMonths: 6,
  support: {
    chatWaitMs: 180_000,
    chatFromMinute: 0,
    chatToMinute: 1_440,
    chatDays: 365,
    inquiryAnswerMs: 86_400_000,
    messageDays: 90,
    alertRestMs: 600_000,
    alertBackPpm: 1_000,
  },
  maintenance: null,
}

/** A member with the demo grant. */
export const memberOf = (number: number): Me => ({
  id: 1_000 + number,
  username: `trader${number}`,
  name: '김거래',
  nick: `거래${number}`,
  phone: '010-****-1001',
  email: '',
  money: '10000000',
  status: 'ACTIVE',
  etcJson: {},
  wallet: {
    BINARY: { type: 'BINARY', currency: 'KRW', point: '10000000', gameWaitPoint: '0' },
    FUTURES: { type: 'FUTURES', currency: 'USDT', point: '10000', gameWaitPoint: '0' },
  },
  createdAt: 1_794_970_000_000,
})

export const wallets: ReplyOf<'GET /api/wallet/my'> = [
  {
    type: 'BINARY',
    currency: 'KRW',
    point: '10000000',
    gameWaitPoint: '0',
    withdrawable: '10000000',
    pendingOut: '0',
    held: [],
  },
  {
    type: 'FUTURES',
    currency: 'USDT',
    point: '10000',
    gameWaitPoint: '0',
    withdrawable: '10000',
    pendingOut: '0',
    held: [],
  },
]

export const noBets: BetSummary = { count: 0, win: 0, lose: 0, void: 0, totalPoint: '0', totalProfit: '0' }

/** Answers what every page asks for. */
export function answerBasics(server: FakeServer, me: Me): void {
  server.reply('GET /api/site_info/code', () => site)
  server.reply('GET /api/server_time_offset', () => ({ serverTime: Date.now(), offset: 0 }))
  server.reply('GET /api/me', () => me)
  server.reply('GET /api/wallet/my', () => wallets)
  server.reply('GET /api/message/my_unread_count', () => ({ count: 0 }))
  server.reply('GET /api/limit/my', () => ({ limits: [], ceilings: [], coolOffUntil: null, selfExcludedUntil: null }))
  server.reply('GET /api/limit/risk', () => ({ acknowledgedAt: 1, isDue: false }))
  server.reply('GET /api/content/consent', () => [])
  server.reply('GET /api/content/notice/forced', () => [])
  server.reply('GET /api/content/popup/list', () => [])
  server.reply('GET /api/stock/halving', () => ({ windows: [], sessionEndLeadMs: null }))
  server.reply('GET /api/trade/history/list', ({ query: { resultType } }) =>
    resultType === 'Summary' ? noBets : { content: [], page: 0, size: 30, totalElements: 0, totalPages: 0 },
  )
  server.reply('GET /api/alert', () => ({
    alerts: [],
    setting: {
      channels: {
        PRICE: { app: true, push: true, mail: false },
        LIQUIDATION: { app: true, push: true, mail: true },
        ROUND: { app: false, push: false, mail: false },
        ORDER: { app: false, push: false, mail: false },
        MONEY: { app: true, push: true, mail: true },
        ECONOMIC: { app: true, push: true, mail: false },
      },
      quiet: null,
      earlyRatio: null,
      releases: null,
    },
    hasMail: false,
    devices: 0,
    publicKey: 'BO8wcdm_HRQdhJLLA5oyFJ05sDup1DF2TsGQSzeZ6qULyBdUQZv6VEQvvHdRarpM285freLSF08Hbkqiu4mtVTc',
    stocks: [],
  }))
  server.snapshot('/user/queue/point', () => wallets)
  server.snapshot('/user/queue/futures', () => ({ orders: [], tpsl: [], positions: [] }))
  server.snapshot('/user/queue/oversea', () => ({ orders: [], positions: [] }))
}
