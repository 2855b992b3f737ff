import { call } from '@maru/client/api/client'
import { allRows, type Page } from '../../lists/pages.ts'

type Ask = (query: { resultType: 'Page'; page: string; size: string }) => Promise<unknown>

const whole = (ask: Ask) => () =>
  allRows(async (page) => (await ask({ resultType: 'Page', page: String(page), size: '100' })) as Page<unknown>)

/** Every list that a member has of himself. */
const lists = {
  wallets: () => call('GET /api/wallet/my'),
  depositsAndWithdrawals: whole((query) => call('GET /api/dnw/list', { query })),
  stakes: whole((query) => call('GET /api/trade/history/list', { query })),
  futuresOrders: whole((query) => call('GET /api/futures/history/list', { query })),
  futuresFills: whole((query) => call('GET /api/futures/history/fill', { query })),
  futuresPositions: whole((query) => call('GET /api/futures/history/position', { query })),
  overseaOrders: whole((query) => call('GET /api/oversea/history/list', { query })),
  overseaFills: whole((query) => call('GET /api/oversea/history/fill', { query })),
  limits: () => call('GET /api/limit/my'),
  sessions: () => call('GET /api/session/list'),
} as const satisfies Record<string, () => Promise<unknown>>

export const parts = Object.keys(lists).length + 1

/** All that the house knows of the member, part by part; `onPart` hears how many are there. Throws LOGIN_FAILED for a wrong password. */
export async function collectData(password: string, onPart: (count: number) => void): Promise<object> {
  const data: Record<string, unknown> = {
    personal: await call('POST /api/user/personal', { body: { password } }),
  }
  onPart(1)
  for (const [name, read] of Object.entries(lists)) {
    data[name] = await read()
    onPart(Object.keys(data).length)
  }
  return data
}
