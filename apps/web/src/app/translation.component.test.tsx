import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { btcRounds, type FakeRounds, fakeRounds } from '../../test/fake-rounds.ts'
import { openFutures, quiet } from '../../test/open-futures.ts'
import { openPage } from '../../test/open-page.tsx'
import { translatePage, ways } from '../../test/translator.ts'

interface Step {
  readonly price: string
  readonly isLive: boolean
  readonly note: string | null
}

function Page({ price, isLive, note }: Step) {
  return (
    <>
      가격 {price}
      <p>
        {price} 원 {isLive && <i>실시간</i>} {note}
      </p>
      {note !== null && <>안내 {note}</>}
      <small>
        {isLive ? '열림' : '닫힘'} {price}
      </small>
      <ul>
        {isLive ? '목록' : <li>{price}</li>}
        {[price, <li key="last">{note}</li>]}
      </ul>
    </>
  )
}

const steps = ['1', '2', '3'].flatMap((price) =>
  [true, false].flatMap((isLive) => ['a', null, 'b'].map((note) => ({ price, isLive, note }))),
)

for (const [name, way] of Object.entries(ways))
  test(`a page whose translation ${name} changes like one that nobody translates`, async () => {
    await openPage('/more')
    const hosts = [document.createElement('div'), document.createElement('div')] as const
    document.body.append(hosts[0], hosts[1])
    hosts[0].className = 'plain'
    const roots = hosts.map((host) => createRoot(host))
    const stop = translatePage((text, font) => text.parentElement?.closest('.plain') === null && way(text, font))
    onTestFinished(() => {
      stop()
      for (const host of hosts) host.remove()
    })
    for (const step of steps) {
      flushSync(() => {
        for (const root of roots) root.render(<Page {...step} />)
      })
      expect(hosts[1].textContent).toBe(hosts[0].textContent)
      // The translation comes after what was rendered.
      await Promise.resolve()
      expect(hosts[1].textContent).toBe(hosts[0].textContent)
    }
    expect(hosts[1].querySelector('font')).not.toBeNull()
    for (const root of roots) root.unmount()
    expect(hosts[1].childNodes).toHaveLength(0)
  })

test('a translated page of perpetuals goes on: prices, ticket, its types, and the way to another page', async () => {
  const { futures } = await openFutures({ settings: quiet })
  onTestFinished(translatePage(ways['replaces the text']!))
  const qty = page.getByLabelText('수량(BTC)', { exact: true })
  for (const [place, type] of ['시장가', '지정가', 'MIT', '시장가'].entries()) {
    await page.getByRole('tab', { name: type, exact: true }).click()
    futures.setMark(60_123.4 + place)
    await expect.element(page.getByText(`60,12${3 + place}.4`).first()).toBeVisible()
    await qty.fill(`0.0${place + 1}`)
  }
  await page.getByRole('link', { name: '더보기' }).click()
  await expect.element(page.getByRole('link', { name: /공지/ }).first()).toBeVisible()
})

test('a translated page of rounds goes on: countdown, stake, result', async () => {
  let rounds!: FakeRounds
  await openPage(`/exchange/${btcRounds.id}`, {
    server(server) {
      rounds = fakeRounds(server)
    },
  })
  await expect.element(page.getByRole('button', { name: /▲ 매수/ })).toHaveTextContent('50,000원')
  onTestFinished(translatePage(ways['replaces the text']!))
  const timer = () => page.getByRole('timer').element().textContent
  const before = timer()
  await page.getByRole('button', { name: '+5만' }).click()
  await page.getByRole('button', { name: /▲ 매수/ }).click()
  await expect.element(page.getByText('9,900,000원').first()).toBeVisible()
  rounds.start('60000.0')
  await expect.poll(timer).not.toBe(before)
  rounds.end('60100.0')
  await expect.element(page.getByText(/실현/).first()).toBeVisible()
})
