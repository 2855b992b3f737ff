import { describe, expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import '../../../test/css.ts'
import { btcRounds, type FakeRounds, fakeRounds } from '../../../test/fake-rounds.ts'
import { doubleTap } from '../../../test/finger.ts'
import { openPage, type PageSetup } from '../../../test/open-page.tsx'
import { painted, watchShifts } from '../../../test/shifts.ts'

const path = `/exchange/${btcRounds.id}`
const betting = 'POST /api/trade/history/betting'

/** Opens the rounds of BTC; `prepare` makes what happened before. */
async function openRounds(prepare: (rounds: FakeRounds) => void = () => undefined, setup: PageSetup = {}) {
  let rounds!: FakeRounds
  const opened = await openPage(path, {
    server: (server) => {
      rounds = fakeRounds(server)
      prepare(rounds)
    },
    ...setup,
  })
  return { ...opened, rounds }
}

async function openTicket() {
  const opened = await openRounds()
  await expect.element(buy()).toHaveTextContent('50,000원')
  return opened
}

const buy = () => page.getByRole('button', { name: /▲ 매수/ })
const available = () => page.getByText('주문가능').css('.mid')
const list = () => page.css('#round-lists')
const openRows = () => list().css('.bet').filter({ hasText: '접수' })
const running = () => page.css('.running')
const dialog = () => page.getByRole('dialog', { name: '알림', exact: true })

/** Stakes the shown 50,000 on 매수. */
async function stake() {
  const opened = await openTicket()
  await buy().click()
  await expect.element(available()).toHaveTextContent('9,950,000원')
  return opened
}

const seconds = () => {
  const [minutes, rest] = page.getByRole('timer').element().textContent.split(':')
  return Number(minutes) * 60 + Number(rest)
}

test('a stake is sent once, and the page shows it, what remains and how long stakes are taken', async () => {
  const { server, rounds, toasts } = await stake()
  expect(server.requests(betting).map(({ body }) => body)).toEqual([
    { tradeRoundId: rounds.betting.id, type: 'B', point: 50_000 },
  ])
  await expect.element(openRows()).toHaveTextContent('50,000원')
  await expect.poll(() => toasts).toEqual([expect.stringMatching(/^\d+회차 ▲ 매수 참여가 접수되었습니다50,000원/)])
  const shown = seconds()
  expect(Math.abs(shown - (rounds.betting.lockAt - Date.now()) / 1_000)).toBeLessThan(2)
  await expect.poll(seconds).toBeLessThan(shown)
})

test('a double tap places one stake, and the round belongs to its side', async () => {
  const { server } = await openTicket()
  await doubleTap(buy())
  const other = page.getByRole('button', { name: '이 회차는 매수에 참여했습니다' })
  await expect.element(other).toBeDisabled()
  expect(server.requests(betting)).toHaveLength(1)
  expect(openRows().elements()).toHaveLength(1)
  expect(location.pathname).toBe(path)
  expect(document.querySelector('dialog[open]')).toBeNull()
})

test('a running round shows its strike, the distance from it and the own stake', async () => {
  const { rounds } = await stake()
  rounds.start('60000.0')
  await expect.element(running()).toHaveTextContent('기준가 60,000.0')
  rounds.setPrice(btcRounds, 60_000.7)
  await expect.element(running()).toHaveTextContent('+0.7')
  await expect.element(running()).toHaveTextContent('지금 끝나면 실현 +45,000원')
  await expect.element(running()).toHaveTextContent('▲ 매수 50,000원')
})

test('a page that is opened in the middle of a round shows its strike, the stake and the time that remains', async () => {
  await openRounds((rounds) => {
    rounds.stake('B', 50_000)
    rounds.start('60000.0')
  })
  await expect.element(running()).toHaveTextContent('▲ 매수 50,000원')
  await expect.element(running()).toHaveTextContent('기준가 60,000.0')
  await expect.element(available()).toHaveTextContent('9,950,000원')
  const [minutes] = running().element().querySelector('.t')!.textContent.split(':')
  expect(Number(minutes)).toBe(4)
})

describe('the result of a round', () => {
  test.each([
    [
      'won',
      '60000.7',
      /^\d+회차 매수 실현 \+45,000원.*참여 50,000원 · 60,000\.0 → 60,000\.7/,
      '매수 실현',
      '10,045,000원',
    ],
    [
      'lost',
      '59999.9',
      /^\d+회차 매수 실격 −50,000원.*참여 50,000원 · 60,000\.0 → 59,999\.9/,
      '매수 실격',
      '9,950,000원',
    ],
    ['void', '60000.0', /^\d+회차 매수 무효 50,000원 반환/, '기준가와 마감가가 같습니다', '10,000,000원'],
  ])('that is %s is published by a toast, the list and the wallet', async (_, close, toast, row, after) => {
    const { rounds, toasts } = await stake()
    rounds.start('60000.0')
    await expect.element(running()).toHaveTextContent('기준가 60,000.0')
    rounds.end(close)
    await expect.poll(() => toasts.at(-1)).toMatch(toast)
    await expect.element(available()).toHaveTextContent(after)
    const decided = list().css('.bet').filter({ hasText: row })
    await expect.element(decided).toHaveTextContent('검증하기')
    expect(openRows().elements()).toEqual([])
    await expect.element(decided).toHaveAttribute('href', `/evidence/${rounds.bets[0]!.tradeRoundId}`)
  })
})

describe('a round that is decided while the page is away', () => {
  /** Stakes, and closes the page; `path` is opened again with what it left, after `meanwhile`. */
  async function returnTo(path: string, meanwhile: (rounds: FakeRounds) => void) {
    const { rounds, me } = await stake()
    const left = { ...localStorage } as Record<string, string>
    const opened = await openPage(path, {
      me,
      left,
      server: (server) => {
        const again = fakeRounds(server)
        again.resume(rounds)
        meanwhile(again)
      },
    })
    return { ...opened, left }
  }
  const decide = (rounds: FakeRounds) => {
    rounds.start('60000.0')
    rounds.end('60000.7')
  }
  const results = (toasts: readonly string[]) => toasts.filter((text) => text.includes('실현'))

  test.each([path, '/more'])('is published once when %s is loaded, and not again by the next load', async (path) => {
    const { toasts, me } = await returnTo(path, decide)
    await expect.poll(() => results(toasts)).toEqual([expect.stringMatching(/매수 실현 \+45,000원/)])
    const left = { ...localStorage } as Record<string, string>
    const next = await openPage(path, { me, left, server: (server) => void fakeRounds(server) })
    await expect.element(page.getByRole('main').first()).toBeVisible()
    // The page of rounds lists those of its option.
    const ofAll = next.server.requests('GET /api/trade/history/list').filter(({ query }) => !query['tradeOptionId'])
    expect([results(next.toasts), ofAll]).toEqual([[], []])
  })

  test('is published once when it is decided while the channel is lost', async () => {
    const { server, rounds, toasts } = await stake()
    rounds.start('60000.0')
    await expect.element(running()).toHaveTextContent('기준가 60,000.0')
    server.cut()
    rounds.end('60000.7')
    await expect.poll(() => results(toasts), { timeout: 10_000 }).toHaveLength(1)
    server.cut()
    await expect.poll(() => server.requests('GET /api/trade/history/current_for_option').length).toBeGreaterThan(1)
    expect(results(toasts)).toHaveLength(1)
  })

  test('is left to its own event while it runs', async () => {
    const { toasts, server } = await returnTo(path, (rounds) => rounds.start('60000.0'))
    await expect.element(running()).toHaveTextContent('▲ 매수 50,000원')
    await expect.poll(() => server.requests('GET /api/trade/history/list').length).toBeGreaterThan(0)
    expect(results(toasts)).toEqual([])
  })
})

describe('a stake that a limit refuses', () => {
  test.each([
    ['ROUND_LIMIT_EXCEEDED', '회차 참여 한도를 초과했습니다.'],
    ['EXPOSURE_LIMIT', '이 회차의 참여 한도가 찼습니다.'],
  ] as const)('with %s is answered by what remains of it and a button that stakes just that', async (code, text) => {
    const { server, rounds, toasts } = await openTicket()
    rounds.limit(code, 30_000)
    await buy().click()
    await expect.element(dialog()).toHaveTextContent(`${text} 남은 한도는 30,000원입니다.`)
    await dialog().getByRole('button', { name: '남은 한도 30,000원 매수', exact: true }).click()
    await expect.poll(() => toasts.at(-1)).toMatch(/▲ 매수 참여가 접수되었습니다.*30,000원/)
    await expect.element(available()).toHaveTextContent('9,970,000원')
    expect(server.requests(betting).map(({ body }) => body.point)).toEqual([50_000, 30_000])
  })
})

test('nothing moves while prices tick, and a further digit of a price moves next to nothing', async () => {
  const { rounds } = await openRounds((rounds) => rounds.setPrice(btcRounds, 99_999.9))
  const price = page.css('.price .v')
  const show = async (value: number, text: string) => {
    rounds.setPrice(btcRounds, value)
    await expect.element(price).toHaveTextContent(text)
    await painted()
  }
  await expect.element(buy()).toBeEnabled()
  await expect.element(page.css('.round-chart canvas').first()).toBeInTheDocument()
  await expect.element(page.css('[aria-busy=true]')).not.toBeInTheDocument()
  // A sign that is drawn for the first time brings the part of the font that has it.
  await document.fonts.load('1rem "Pretendard Variable"', '0123456789,.+−±%()')
  await show(99_999.8, '99,999.8')
  const { moved, sum } = await watchShifts()
  for (let step = 0; step < 20; step++) {
    const value = 99_990 + ((step * 37) % 100) / 10
    await show(value, value.toLocaleString('en', { minimumFractionDigits: 1 }))
  }
  expect(moved()).toEqual([])
  await show(100_000.1, '100,000.1')
  // Text at the right edge starts one figure further left; nothing else moves.
  expect(sum()).toBeLessThan(0.001)
})

/** Of a colour, as WCAG 2 defines it. */
function luminanceOf(color: string): number {
  const [r = 0, g = 0, b = 0] = color.match(/[\d.]+/g)!.map((part) => {
    const share = Number(part) / 255
    return share <= 0.03928 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

test.each(['dark', 'light'])('the text on the order button that waits can be read in the %s theme', async (theme) => {
  const { dataset } = document.documentElement
  const before = dataset['theme']
  onTestFinished(() => {
    dataset['theme'] = before
  })
  dataset['theme'] = theme
  const never = new Promise<never>(() => undefined)
  await openRounds(undefined, {
    server(server) {
      fakeRounds(server)
      server.reply('GET /api/trade/game/current', () => never)
    },
  })
  const wait = page.getByRole('button', { name: '회차를 불러오고 있습니다' })
  await expect.element(wait).toBeDisabled()
  await Promise.all(
    wait
      .element()
      .getAnimations()
      .map(({ finished }) => finished),
  )
  const { color, backgroundColor } = getComputedStyle(wait.element())
  const [low = 0, high = 0] = [color, backgroundColor].map(luminanceOf).sort((a, b) => a - b)
  expect((high + 0.05) / (low + 0.05)).toBeGreaterThanOrEqual(4.5)
})

test('a guest who takes a side is led to sign in', async () => {
  const { server } = await openPage(`/exchangeView/${btcRounds.id}`, {
    isGuest: true,
    server: (server) => void fakeRounds(server),
  })
  await buy().click()
  await expect.poll(() => location.pathname).toBe('/signin')
  expect(server.requests(betting)).toEqual([])
})

test('no side can be taken while no price comes', async () => {
  const { rounds } = await openTicket()
  rounds.pause()
  await expect.element(page.getByRole('button', { name: '시세를 기다리는 중입니다' })).toBeDisabled()
})
