import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { drag } from '../../../test/finger.ts'
import { orderOf, positionOf } from '../../../test/futures-rows.ts'
import { openFutures, quiet } from '../../../test/open-futures.ts'

const card = () => page.getByRole('article', { name: 'BTCUSDT 롱' })
/** The label of a line, by which it is moved. */
const label = (name: RegExp) => page.getByRole('slider', { name })

/** Moves a line down by so many px, once the chart stands still. */
async function pull(name: RegExp, down: number) {
  await expect.element(label(name)).toBeVisible()
  await expect.poll(() => document.querySelector('.tc-chart')?.getAttribute('aria-busy')).toBe('false')
  await atRest(label(name).element())
  await drag(label(name), 0, down)
}

test('an order whose line is moved is cancelled and placed anew where the question said', async () => {
  const order = orderOf({ takeProfit: '66000.0' })
  const { server, futures } = await openFutures({ orders: [order] })
  await pull(/매수 0\.050/, 12)
  const question = page.getByRole('dialog', { name: '알림' })
  await expect.element(question).toHaveTextContent(/지정가 59,900\.0 주문을 취소하고 59,[\d.]+에/)
  const [, shown = ''] = /취소하고 ([\d,.]+)에/.exec(question.element().textContent)!
  const price = shown.replace(',', '')
  expect(Number(price)).toBeLessThan(59_900)
  expect(futures.orders).toEqual([order])
  await question.getByRole('button', { name: '옮기기' }).click()
  await page.getByRole('tab', { name: /미체결/ }).click()
  const row = page.getByRole('article', { name: 'BTCUSDT 지정가 매수/롱' })
  await expect.element(row.getByText(shown)).toBeVisible()
  expect(server.requests('POST /api/futures/order/cancel').map(({ body }) => body)).toEqual([{ id: order.id }])
  const { side, marketType, takeProfit, isMarkTp } = order
  expect(server.requests('POST /api/futures/order').map(({ body }) => body)).toEqual([
    { futuresOptionId: 1, side, marketType, qty: '0.050', price, takeProfit, isMarkTp },
  ])
})

test('the line of the entry sets take profit and stop loss where it is pulled to, and their own lines move them', async () => {
  const position = positionOf()
  const { server, futures } = await openFutures({
    settings: quiet,
    positions: [position],
  })
  const requests = () => server.requests('POST /api/futures/order/tpsl').map(({ body }) => body)
  server.reply('POST /api/futures/order/tpsl', ({ body: { futuresPositionId: _, ...exits } }) => {
    const after = { ...futures.positions[0]!, ...(exits as { takeProfit: string } | { stopLoss: string }) }
    futures.setPosition(after)
    return { position: after, entries: [] }
  })
  await pull(/롱 0\.100/, -14)
  await expect.element(label(/익절/)).toHaveTextContent('익절 +')
  await pull(/롱 0\.100/, 8)
  await expect.element(label(/손절/)).toHaveTextContent('손절 −')
  const [first, second] = requests()
  expect(first).toEqual({ futuresPositionId: position.id, takeProfit: expect.stringMatching(/^6\d{4}\.\d$/) })
  expect(second).toEqual({ futuresPositionId: position.id, stopLoss: expect.stringMatching(/^5\d{4}\.\d$/) })
  const { takeProfit, stopLoss } = futures.positions[0]!
  expect(Number(takeProfit)).toBeGreaterThan(60_000)
  await expect
    .element(card().getByRole('button', { name: /익절 \/ 손절/ }))
    .toHaveTextContent(`${shownPrice(takeProfit)} / ${shownPrice(stopLoss)}`)

  // Not as far as the liquidation.
  await pull(/손절/, 4)
  await expect.poll(requests).toHaveLength(3)
  const third = Number(requests()[2]!.stopLoss)
  expect(third).toBeLessThan(Number(stopLoss))
  expect(third).toBeGreaterThan(Number(position.liquidPrice))
})

test('the labels of many lines stand beside the last candles of a small phone, also in two columns', async () => {
  await openFutures({
    size: [360, 740],
    positions: [positionOf()],
    orders: [59_890, 59_880, 59_870, 59_860, 59_850].map((price) => orderOf({ qty: '0.012', price: price.toFixed(1) })),
  })
  await expect
    .poll(() => {
      const { candle, tags, columns } = gap()
      return { isTwoColumns: columns >= 2, hasCandle: candle > 20, isFree: tags > candle }
    })
    .toEqual({ isTwoColumns: true, hasCandle: true, isFree: true })
})

const shownPrice = (price: string | null) => Number(price).toLocaleString('en', { minimumFractionDigits: 1 })

/** Resolves when an element has stood where it is for some frames. */
async function atRest(element: Element) {
  let still = 0
  for (let before = element.getBoundingClientRect(); still < 5; ) {
    await new Promise(requestAnimationFrame)
    const now = element.getBoundingClientRect()
    still = now.x === before.x && now.y === before.y ? still + 1 : 0
    before = now
  }
}

/** Where the newest candle ends and where the leftmost label begins, in px of the window; and the columns of labels. */
function gap() {
  const figure = document.querySelector('figure.tc-chart')
  const canvas = figure?.querySelector('canvas')
  if (!figure || !canvas?.width) return { candle: 0, tags: 0, columns: 0 }
  const { left, width } = canvas.getBoundingClientRect()
  const tags = [...figure.querySelectorAll('.tc-tag:not([hidden])')].map((tag) => tag.getBoundingClientRect())
  return {
    candle: left + (lastCandle(canvas) / canvas.width) * width,
    tags: Math.min(...tags.map(({ left }) => left)),
    columns: new Set(tags.map(({ right }) => Math.round(right))).size,
  }
}

/** The rightmost column of a canvas that a candle stands in: candles are the only upright strokes of colour. */
function lastCandle(canvas: HTMLCanvasElement): number {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  const isColour = (x: number, y: number) => {
    const at = (y * canvas.width + x) * 4
    const channels = [data[at]!, data[at + 1]!, data[at + 2]!]
    return data[at + 3]! > 200 && Math.max(...channels) - Math.min(...channels) > 90
  }
  const isUpright = (x: number) => {
    let run = 0
    for (let y = 0; y < canvas.height; y++) {
      run = isColour(x, y) ? run + 1 : 0
      if (run >= 6) return true
    }
    return false
  }
  let last = canvas.width - 1
  while (last > 0 && !isUpright(last)) last--
  return last
}
