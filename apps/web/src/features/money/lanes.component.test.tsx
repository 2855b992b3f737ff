import type { DnwRow } from '@maru/contract'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { noAnswer } from '../../../test/fake-server.ts'
import { wallets } from '../../../test/fixtures.ts'
import { openPage } from '../../../test/open-page.tsx'

const at = Date.now()
const deposit: DnwRow = {
  ...{ id: 1, type: 'D', status: 'REQUESTED', walletType: 'BINARY', currency: 'KRW', point: '70000', fee: '0' },
  ...{ rate: null, account: null, counterparty: null, reason: null, createdAt: at, processedAt: null },
  steps: [{ state: 'REQUESTED', at }],
  ...{ cancelableUntil: null, expiresAt: at + 3_600_000, holdUntil: null, txnId: null, pairId: null, turnover: null },
}
const moved: DnwRow = { ...deposit, id: 2, type: 'TO', status: 'COMPLETED', walletType: 'FUTURES', currency: 'USDT' }
const usdt = { ...wallets[1]!, type: 'USDT' as const }

const requests = [
  {
    lane: 'deposit',
    name: 'POST /api/dnw/deposit/apply',
    path: '/balances/deposit',
    reply: deposit,
    says: '신청이 완료되었습니다.',
  },
  {
    lane: 'transfer',
    name: 'POST /api/dnw/transfer',
    path: '/wallet/transfer',
    reply: { ...moved, point: '25' },
    says: '25.0000 USDT 이체했습니다.',
  },
  {
    lane: 'convert',
    name: 'POST /api/dnw/convert',
    path: '/wallet/convert/BINARY_FUTURES',
    reply: { out: { ...deposit, type: 'CO' }, in: { ...moved, type: 'CI', point: '50' } },
    says: '전환이 완료되었습니다. 50.0000 USDT 받았습니다.',
  },
] as const

const memberId = 77
const storageKey = `maru:money-under-way:${memberId}`

describe.each(requests)('$name whose page was reloaded before its reply', ({ lane, name, path, reply, says }) => {
  /** Opens the page again, which knows the key of the request and nothing else. */
  const reopen = (known: () => Promise<{ status: number; body: unknown } | null>) =>
    openPage(path, {
      me: { id: memberId },
      left: { [storageKey]: JSON.stringify([{ key: 'a-key-of-before', lane, name }]) },
      server(server) {
        server.reply('GET /api/wallet/my', () => [...wallets, usdt])
        server.reply('GET /api/command/:key', async () => (await known())!)
      },
    })

  test('is under way until it is known what became of it, and that is said', async () => {
    const outcome = Promise.withResolvers<{ status: number; body: unknown }>()
    const { server } = await reopen(() => outcome.promise)
    await expect.element(page.getByRole('button', { name: '결과를 확인하고 있습니다' })).toBeVisible()
    outcome.resolve({ status: 200, body: reply })
    await expect.element(page.getByRole('dialog', { name: '알림', exact: true })).toHaveTextContent(says)
    expect(server.requests('GET /api/command/:key').map(({ params }) => params.key)).toEqual(['a-key-of-before'])
    expect([server.requests(name), localStorage.getItem(storageKey)]).toEqual([[], '[]'])
  })
})

test('a request keeps its key until its reply has come, and is not sent again meanwhile', async () => {
  const outcome = Promise.withResolvers<{ status: number; body: unknown }>()
  let kept: string | null = null
  const { server } = await openPage('/balances/deposit', {
    me: { id: memberId },
    server(server) {
      server.reply('POST /api/dnw/deposit/apply', () => {
        kept = localStorage.getItem(storageKey)
        throw noAnswer
      })
      server.reply('GET /api/command/:key', () => outcome.promise)
    },
  })
  await page.getByLabelText('얼마를 입금할까요?').fill('70000')
  await page.getByRole('button', { name: '70,000원 입금 신청' }).click()
  const checking = page.getByRole('button', { name: '결과를 확인하고 있습니다' })
  await checking.click()
  outcome.resolve({ status: 200, body: deposit })
  await expect
    .element(page.getByRole('dialog', { name: '알림', exact: true }))
    .toHaveTextContent('신청이 완료되었습니다.')
  const [sent, ...others] = server.requests('POST /api/dnw/deposit/apply')
  expect(others).toEqual([])
  expect(JSON.parse(kept!)).toEqual([{ key: sent!.key, lane: 'deposit', name: 'POST /api/dnw/deposit/apply' }])
  expect(localStorage.getItem(storageKey)).toBe('[]')
})
