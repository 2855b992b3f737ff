import type { PartnerDetail, PartnerRow, ProfitRow } from '@maru/contract'
import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible } from '../../../test/accessible.ts'
import '../../../test/css.ts'
import { openPage } from '../../../test/open-page.tsx'

const row = (id: number, of: Partial<PartnerRow>): PartnerRow => ({
  id,
  code: `CODE${id}`,
  name: `이름${id}`,
  level: 3,
  parentId: 1,
  status: 'ACTIVE',
  memberCount: 9,
  feeRate: '20.00',
  rollRate: '0.30',
  lossRate: '0.00',
  nextTerms: null,
  createdAt: 1,
  ...of,
})
const days = { from: '2026-10-12', to: '2026-10-18' }
const own: PartnerDetail = {
  ...row(1, { code: 'HANGANG7', level: 2, parentId: null, feeRate: '30.00', rollRate: '0.50', memberCount: 14 }),
  ownerName: '문소식',
  link: '/ref/HANGANG7',
  members: { direct: 14, total: 31, thisWeek: 2, active: 19 },
  week: { ...days, amount: '116000', status: 'ACCRUING' },
  last: { from: '2026-10-05', to: '2026-10-11', amount: '0', status: 'NOTHING' },
  lastOnNextTerms: null,
}
const profit = (of: Partial<ProfitRow>): ProfitRow => ({
  id: '2026-10-12:FEE:2',
  period: '2026-10-12~2026-10-18',
  ...days,
  type: 'FEE',
  branchId: 2,
  branchName: '이름2',
  memberCount: 17,
  base: '812000',
  rate: '10.00',
  ownRate: '30.00',
  childRate: '20.00',
  amount: '81200',
  leftOut: { members: 0, base: '0' },
  carry: '0',
  status: 'ACCRUING',
  decidedAt: null,
  txnId: null,
  isDemo: true,
  ...of,
})
const direct: Partial<ProfitRow> = { branchId: null, branchName: null, memberCount: 14, childRate: '0.00' }
const week = [
  profit({}),
  profit({
    ...direct,
    id: 'fee',
    base: '116000',
    rate: '30.00',
    amount: '34800',
    leftOut: { members: 1, base: '9000' },
  }),
]

const open = (partner: PartnerDetail = own, rows: ProfitRow[] = week) =>
  openPage('/more/partner', {
    server(server) {
      server.reply('GET /api/partner/standing', () => ({ broughtBy: null, own: 'ACTIVE' }))
      server.reply('GET /api/partner', () => partner)
      server.reply('GET /api/partner/list', () => [
        row(2, {}),
        row(3, { level: 4, parentId: 2, status: 'PENDING', memberCount: 8 }),
      ])
      server.reply('GET /api/partner_profit/my_list', ({ query }) => (query['startDate'] === days.from ? rows : []))
      server.reply('GET /api/partner_profit/daily', () => [])
      server.reply('GET /api/partner/member/list', () => ({
        content: [{ nick: 'ji****', joinedMonth: '2026-09', isActive: true, branchName: '이름2' }],
        page: 0,
        size: 50,
        totalElements: 1,
        totalPages: 1,
      }))
    },
  })

test('P20: the running week stands branch by branch, before it is decided, with its sum', async () => {
  await open()
  await expect.element(page.getByText('10-12 – 10-18 · 확정 전')).toBeVisible()
  await expect.element(page.css('.ptn-h strong')).toHaveTextContent('116,000원')
  await expect.element(page.css('.ptn-t tbody tr:nth-child(1)')).toHaveTextContent('수수료이름2812,00010%81,200')
  await expect.element(page.css('.ptn-t tbody tr:nth-child(2)')).toHaveTextContent('직속 회원 14116,00030%34,800')
  await expect.element(page.css('.ptn-t tfoot')).toHaveTextContent('합계116,000')
  await expect.element(page.css('.ptn-st [aria-current]')).toHaveTextContent('쌓는 중10-18까지')
  await expectAccessible()
})

test('P9: a partner reads who was left out of his week, and why', async () => {
  await open()
  await page.getByRole('button', { name: '빠진 것 1명 · 왜 빠졌나요' }).click()
  const sheet = page.getByRole('dialog', { name: '왜 빠졌나요' })
  await expect.element(sheet.getByText('9,000원')).toBeVisible()
  await expect.element(sheet.getByText(/나와 같은 사람이나 기기로/)).toBeVisible()
  await expectAccessible()
})

test('P4: a cut of his rate stands on the page with what it would have made of the last week', async () => {
  const last = { ...own.last, amount: '3618000', status: 'WAITING' as const }
  const nextTerms = { from: '2026-10-26', parentId: null, feeRate: '25.00', rollRate: '0.50', lossRate: '0.00' }
  await open({ ...own, last, nextTerms, lastOnNextTerms: '3015000' })
  await expect.element(page.getByText('10-26부터 요율이 바뀝니다')).toBeVisible()
  await expect.element(page.getByText('수수료 30% → 25%')).toBeVisible()
  await expect.element(page.getByText('지난주와 같았다면 3,618,000원 → 3,015,000원')).toBeVisible()
})

test('P23: tree and members are masked; who waits for approval is said to', async () => {
  await open()
  await page.getByRole('tab', { name: '하위' }).click()
  await expect.element(page.css('.ptn-tr li:nth-child(1)')).toHaveTextContent('총판나회원 31 · 직속 1430%')
  await expect.element(page.css('.ptn-tr li:nth-child(2)')).toHaveTextContent('이름2회원 17 · 이번 주 기준 812,000원')
  await expect.element(page.css('.ptn-tr li:nth-child(3)')).toHaveTextContent('회원 8 · 승인 대기')
  await expectAccessible()
  await page.getByRole('tab', { name: '회원 31' }).click()
  await expect.element(page.getByText('회원 31명 중 19명이 최근 14일 안에 거래했습니다.')).toBeVisible()
  await expect.element(page.getByText('ji****')).toBeVisible()
  await expectAccessible()
})

test('P21: a partner asks headquarters for one below himself', async () => {
  const { server, toasts } = await open()
  server.reply('POST /api/partner', () => row(9, { status: 'PENDING' }))
  await page.getByRole('tab', { name: '하위' }).click()
  await page.getByRole('button', { name: '하위 추가' }).click()
  const sheet = page.getByRole('dialog', { name: '하위 추가' })
  await sheet.getByLabelText('회원 아이디').fill('demo6')
  await sheet.getByLabelText('파트너 이름').fill('한강 매장')
  await sheet.getByLabelText('수수료 요율(%)').fill('31')
  await sheet.getByLabelText('롤링 요율(%)').fill('0.1')
  await sheet.getByRole('button', { name: '승인 신청' }).click()
  await expect.element(sheet.getByText('하위의 요율은 내 요율보다 높을 수 없습니다.')).toBeVisible()
  await expectAccessible()
  await sheet.getByLabelText('수수료 요율(%)').fill('10')
  await sheet.getByRole('button', { name: '승인 신청' }).click()
  await expect.poll(() => toasts).toContain('본사에 승인을 신청했습니다')
  expect(server.requests('POST /api/partner').map(({ body }) => body)).toEqual([
    { username: 'demo6', name: '한강 매장', feeRate: '10', rollRate: '0.1' },
  ])
})

test('the link is copied, and shown large for a camera', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue()
  const { toasts } = await open()
  await page.getByRole('button', { name: '링크 복사' }).first().click()
  expect(write).toHaveBeenCalledWith(`${location.origin}/ref/HANGANG7`)
  await expect.poll(() => toasts).toContain('링크를 복사했습니다')
  write.mockRestore()
  await page.getByRole('button', { name: 'QR 코드 크게 보기' }).click()
  const sheet = page.getByRole('dialog', { name: '추천 링크' })
  await expect.element(sheet.getByRole('img', { name: '추천 링크 QR 코드' })).toBeVisible()
  await expectAccessible()
})

test('who is no partner, waits or is suspended reads what he can do', async () => {
  for (const [standing, title] of [
    [null, '파트너가 아닙니다'],
    ['PENDING', '본사 승인을 기다리고 있습니다'],
    ['SUSPENDED', '중지된 파트너입니다'],
  ] as const) {
    await openPage('/more/partner', {
      server: (server) => server.reply('GET /api/partner/standing', () => ({ broughtBy: null, own: standing })),
    })
    await expect.element(page.getByText(title)).toBeVisible()
  }
})

test('P24: a member reads on his page which partner brought him, and that it costs him nothing', async () => {
  await openPage('/more/mypage', {
    server(server) {
      const broughtBy = { code: 'PARTNER1', name: '마루 파트너' }
      server.reply('GET /api/partner/standing', () => ({ broughtBy, own: null }))
    },
  })
  await expect.element(page.getByText('마루 파트너 (PARTNER1)')).toBeVisible()
  await expect.element(page.getByText(/회원님의 수수료는 달라지지 않습니다/)).toBeVisible()
})
