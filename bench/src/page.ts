// What the futures page asks of a slow phone: Chromium with its CPU four times slower, the page with its order book, its chart and its ticket, and 16 prices
// at the full beat of the channel, ten a second each, through the page's own connection and store. CPU time of the main thread a frame, against a bare page that
// makes the same changes, which is what the browser itself costs; dropped frames against a page without prices; tasks over 50 ms; and
// heap growth. `npm run bench -- page [SECONDS] [PRICES] [PATH]` (which builds the web app if it is stale); needs Chrome or Chromium.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright'
import { isOverseas, marketInstruments, stockNames } from '../../packages/market/src/instruments.ts'
import { findBrowser } from '../../test/browser/launch.ts'
import { frameMs, quantile, startTrace } from './support/frame-work.ts'
import { report, round } from './support/report.ts'
import { startProcess, untilReady } from './support/server-process.ts'

const seconds = Number(process.argv[2] ?? 60)
/** How many prices the page takes, ten a second of each; 0 for those that it shows. */
const instruments = Number(process.argv[3] ?? 16)
const path = process.argv[4] ?? '/futureView/1'
const slowdown = 4
/** The aims of the project. */
const aims = { workMs: 8, droppedShare: 0.02, heapMB: 5 }

const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-page-'))
const product = startProcess(dataDir, 20_000 + (process.pid % 10_000))
await untilReady(product)
const { executablePath, args } = await findBrowser()
const browser = await chromium.launch({ executablePath, args })
try {
  const idle = await measure(openIdle, Math.min(seconds, 20))
  const bare = await measure(openBare, Math.min(seconds, 20))
  const trade = await measure(openTrade, seconds)
  const extraDropped = trade.dropped - idle.dropped
  const { heapMB } = trade
  const passed = {
    work: trade.workP95 <= aims.workMs,
    dropped: extraDropped <= aims.droppedShare,
    longTasks: trade.longTasks.length === 0,
    heap: heapMB < aims.heapMB,
  }
  const mark = (ok: boolean) => (ok ? '✓' : '✗')
  console.log(
    `${mark(passed.work)} main-thread work a frame: p95 ${round(trade.workP95)} ms, the same changes on a bare page ${round(bare.workP95)} ms`,
  )
  console.log(
    `${mark(passed.dropped)} dropped frames: ${percent(trade.dropped)} against ${percent(idle.dropped)} of a page without prices`,
  )
  console.log(
    `${mark(passed.longTasks)} tasks over 50 ms: ${trade.longTasks.length}, longest ${round(Math.max(0, ...trade.longTasks))} ms (idle ${idle.longTasks.length})`,
  )
  console.log(`${mark(passed.heap)} heap growth in ${seconds} s: ${round(heapMB)} MB`)
  process.exitCode = Object.values(passed).every(Boolean) ? 0 : 1
  report({
    bench: 'page',
    value: round(trade.workP95),
    unit: 'ms main-thread work a frame, p95',
    baseline: round(bare.workP95),
    ratio: round(trade.workP95 / bare.workP95),
    path,
    prices: instruments,
    messagesPerSecond: trade.messagesPerSecond,
    droppedShare: round(trade.dropped, 4),
    droppedShareIdle: round(idle.dropped, 4),
    longTasks: trade.longTasks.length,
    heapGrowthMB: round(heapMB),
  })
} finally {
  await browser.close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

interface Measured {
  /** CPU time of the main thread in a frame, ms, of all frames with their idle ones. */
  readonly workP95: number
  /** Share of frames that the page did not get. */
  readonly dropped: number
  /** CPU time of each task that took more than 50 ms of it. */
  readonly longTasks: readonly number[]
  readonly heapMB: number
  /** Messages of the channel. */
  readonly messagesPerSecond: number
}

async function openIdle(page: Page): Promise<void> {
  await page.goto(`${product.url}/register`)
}

/**
 * The same changes of the page without anything else on it, no React, no chart, no messages: a price, its change, and the two texts and the picture of each
 * side of an order book, together at the rate of the page. What they cost is what the browser asks for them.
 */
async function openBare(page: Page): Promise<void> {
  const side =
    '<section><svg viewBox="0 0 100 10" preserveAspectRatio="none"><path fill="#333"/></svg><i></i><i></i></section>'
  await page.setContent(
    `<style>
      body { margin: 0; font: 12px sans-serif; color: #fff; background: #111 }
      b { display: block; height: 32px; font-size: 24px; contain: strict }
      section { position: relative; width: 190px; height: 180px }
      section > * { position: absolute; inset: 0; width: 100%; height: 100%; white-space: pre; line-height: 18px; contain: size layout style }
      section > i + i { text-align: right }
    </style><b>0</b><b>0</b>${side}${side}`,
  )
  await page.evaluate(`(() => {
    const texts = [...document.querySelectorAll('b, i')].map((element) => element.appendChild(new Text()))
    const paths = [...document.querySelectorAll('path')]
    const figure = () => (60_000 + Math.random() * 1_000).toFixed(1)
    const lines = (line) => Array.from({ length: 10 }, (_, at) => line(at))
    setInterval(() => {
      for (const text of texts) text.data = text.parentElement.matches('i') ? lines(figure).join('\\n') : figure()
      for (const path of paths)
        path.setAttribute('d', lines((at) => 'M100 ' + at + 'H' + Math.round(Math.random() * 100) + 'V' + (at + 0.9) + 'H100Z').join(''))
    }, 150)
  })()`)
}

async function openTrade(page: Page): Promise<void> {
  await page.goto(`${product.url}${path}`)
  await page.locator('figure canvas').first().waitFor({ timeout: 60_000 })
  await takeAllPrices(page)
}

async function measure(open: (page: Page) => Promise<void>, forSeconds: number): Promise<Measured> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'ko-KR',
  })
  const page = await context.newPage()
  let messages = 0
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      messages += String(payload).split('\0').length - 1
    }),
  )
  await open(page)
  // Fonts, the chart's library and the first candles are there, and compiled code is warm.
  await page.waitForTimeout(8_000)
  const session = await context.newCDPSession(page)
  const heapBefore = await usedHeap(session)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const trace = await startTrace(session)
  const before = messages
  const half = (forSeconds * 1000) / 2
  await page.waitForTimeout(half)
  const messagesPerSecond = round((messages - before) / (half / 1000), 1)
  const { works, longTasks } = await trace.stop()
  // Counted apart: a page that is asked for every frame makes frames that it has no need of.
  await watchFrames(page)
  await page.waitForTimeout(half)
  const frames = await page.evaluate<number[]>('globalThis.__frames')
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 })
  await page.waitForTimeout(1_000)
  const heapAfter = await usedHeap(session)
  await context.close()
  const due = frames.reduce((sum, ms) => sum + Math.max(1, Math.round(ms / frameMs)), 0)
  return {
    workP95: quantile(works, 0.95),
    dropped: due === 0 ? 0 : 1 - frames.length / due,
    longTasks,
    heapMB: heapAfter - heapBefore,
    messagesPerSecond,
  }
}

/**
 * No page shows every instrument at the full beat. Here the page takes them all even so, as the cells of a price do: by the page's own function, which is
 * found among the exports of its scripts by the topic in its source.
 */
async function takeAllPrices(page: Page): Promise<void> {
  const coins = marketInstruments.filter((instrument) => !isOverseas(instrument))
  // Perpetuals first, then rounds: overseas markets rest at weekends.
  const stocks = [1, 0].flatMap((use) => coins.map((coin) => stockNames(coin)[use])).slice(0, instruments)
  await page.evaluate(`(async (stocks) => {
    const scripts = performance.getEntriesByType('resource').map(({ name }) => name).filter((name) => name.endsWith('.js'))
    const modules = await Promise.all(scripts.map((name) => import(name)))
    const watchPrice = modules
      .flatMap((module) => Object.values(module))
      .find((one) => typeof one === 'function' && String(one).includes('/topic/tick/'))
    if (!watchPrice) throw new Error('no script of the page exports what watches a price')
    for (const stock of stocks) watchPrice(stock)
  })(${JSON.stringify(stocks)})`)
}

/** The script runs in the page, whose types this project does not have. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const frames = []
    globalThis.__frames = frames
    let last = performance.now()
    const next = (now) => {
      frames.push(now - last)
      last = now
      requestAnimationFrame(next)
    }
    requestAnimationFrame(next)
  })()`)
}

async function usedHeap(session: CDPSession): Promise<number> {
  // Twice: the first frees what finalisers hold.
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1e6
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
