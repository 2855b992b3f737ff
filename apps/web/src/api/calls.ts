import type { CallAddress, CallName } from '@maru/contract/client'

/**
 * Method and path of every call. The contract's schemas stay out of the browser; the type makes the compiler
 * compare each line with the contract, and ask for a line whenever the contract gets a call.
 */
export const calls = {
  siteByCode: 'GET /api/site_info/code',
  appVersion: 'GET /api/site_info/get_app_version',
  serverTimeOffset: 'GET /api/server_time_offset',
  login: 'POST /api/login',
  logout: 'POST /api/logout',
  signup: 'POST /api/player',
  checkUsername: 'GET /api/user/check_username',
  verifyPartner: 'GET /api/partner/verify',
  me: 'GET /api/me',
  myWallet: 'GET /api/wallet/my',
  changePassword: 'POST /api/user/change_password',
  changeNick: 'POST /api/player/change_nick',
  sessionList: 'GET /api/session/list',
  sessionRevoke: 'POST /api/session/revoke',
  limitMy: 'GET /api/limit/my',
  limitSet: 'POST /api/limit/set',
  limitConfirm: 'POST /api/limit/confirm',
  coolOff: 'POST /api/limit/cool_off',
  selfExclude: 'POST /api/limit/self_exclude',
  lossShare: 'GET /api/public/loss_share',
  riskMy: 'GET /api/limit/risk',
  riskAcknowledge: 'POST /api/limit/risk',
  commandStatus: 'GET /api/command/:key',
  commandAbandon: 'POST /api/command/:key/abandon',
  option: 'GET /api/trade/option',
  optionList: 'GET /api/trade/option/list',
  gameCurrent: 'GET /api/trade/game/current',
  gameRecent: 'GET /api/trade/game/recent',
  gameRound: 'GET /api/trade/game/round',
  gameRoundList: 'GET /api/trade/game/round/list',
  betting: 'POST /api/trade/history/betting',
  historyCurrent: 'GET /api/trade/history/current',
  historyCurrentForOption: 'GET /api/trade/history/current_for_option',
  historyList: 'GET /api/trade/history/list',
  roundSummaryDaily: 'GET /api/trade/round/summary/daily',
  recentAllHistory: 'GET /api/trade/history/recent_all_history',
  klineData: 'GET /api/trade/kline_data',
  tickerStatistics: 'GET /api/trade/ticker_statistics',
  publicTradeRound: 'GET /api/public/trade_round',
  publicOptionList: 'GET /api/public/trade_option/site/list',
  stockChart: 'GET /api/stock/chart',
  stockChartPage: 'GET /api/stock/chart_page',
  stockRawData: 'GET /api/stock/raw_data',
  stockLastPrice: 'GET /api/stock/last_price',
  roundEvidence: 'GET /api/public/round_evidence/:id',
  evidenceKeys: 'GET /api/public/evidence_keys',
  betProof: 'GET /api/trade/history/proof',
} as const satisfies { readonly [N in CallName]: CallAddress<N> }

/** Calls that need no siteInfoId: they may run before the site is known. */
export const anySiteCalls: ReadonlySet<CallName> = new Set<CallName>([
  'siteByCode',
  'appVersion',
  'serverTimeOffset',
  'roundEvidence',
  'evidenceKeys',
])
