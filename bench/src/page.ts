// What a trade page asks of a slow phone: Chromium with its CPU four times slower, the simulator's 16 instruments at the full beat of the
// channel (ten messages a second of price and of book), and the list of instruments open for the second half. Main-thread work a frame, dropped frames
// against a page without prices, tasks over 50 ms, and heap growth. `npm run bench -- page [SECONDS] [PATH]`; needs Chrome or Chromium.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type CDPSession, chromium, type Page } from 'playwright-core'
import { findBrowser } from '../../test/browser/launch.ts'
import { report, round } from './support/report.ts'
import { startProcess, untilReady } from './support/server-process.ts'

const seconds = Number(process.argv[2] ?? 60)
const path = process.argv[3] ?? '/futureView/1'
const slowdown = 4
const frameMs = 1000 / 60
/** The aims of the project. */
const aims = { workMs: 8, droppedShare: 0.02, heapMB: 5 }

const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-page-'))
const product = startProcess(dataDir, 20_000 + (process.pid % 20_000))
await untilReady(product)
const { executablePath, args } = await findBrowser()
const browser = await chromium.launch({ executablePath, args })
try {
  const idle = await measure('/register', Math.min(seconds, 20))
  const trade = await measure(path, seconds)
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
    `${mark(passed.work)} main-thread work a frame: p95 ${round(trade.workP95)} ms (idle ${round(idle.workP95)})`,
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
    baseline: round(idle.workP95),
    ratio: round(trade.workP95 / Math.max(idle.workP95, 0.01)),
    path,
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
  /** Main-thread work of a frame, ms, of all frames with their idle ones. */
  readonly workP95: number
  /** Share of frames that the page did not get. */
  readonly dropped: number
  readonly longTasks: readonly number[]
  readonly heapMB: number
  /** Messages of the channel. */
  readonly messagesPerSecond: number
}

async function measure(of: string, forSeconds: number): Promise<Measured> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'ko-KR',
  })
  const page = await context.newPage()
  let messages = 0
  page.on('websocket', (socket) => socket.on('framereceived', () => messages++))
  await page.goto(`${product.url}${of}`)
  const isTrade = of === path
  if (isTrade) await page.locator('figure canvas').first().waitFor({ timeout: 60_000 })
  // Fonts, the chart's library and the first candles are there, and compiled code is warm.
  await page.waitForTimeout(8_000)
  const session = await context.newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  const heapBefore = await usedHeap(session)
  await watchFrames(page)
  const trace = await startTrace(session)
  const before = messages
  const half = (forSeconds * 1000) / 2
  await page.waitForTimeout(half)
  // The instrument's button opens the list in which every price moves.
  const list = page.locator('button.inst')
  if (isTrade && (await list.count()) > 0) await list.first().click()
  await page.waitForTimeout(half)
  const messagesPerSecond = round((messages - before) / forSeconds, 1)
  const works = await trace.stop()
  const { frames, longTasks } = await page.evaluate<{ frames: number[]; longTasks: number[] }>('globalThis.__watched')
  await page.keyboard.press('Escape')
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

/** The script runs in the page, whose types this project does not have. */
async function watchFrames(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    const watched = { frames: [], longTasks: [] }
    globalThis.__watched = watched
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) watched.longTasks.push(duration)
    }).observe({ type: 'longtask' })
    let last = performance.now()
    const next = (now) => {
      watched.frames.push(now - last)
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

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  readonly args?: { readonly name?: string }
}

/** Records the tasks of the page's main thread; stopped, gives the work in ms of each frame's length of time. */
async function startTrace(session: CDPSession): Promise<{ stop(): Promise<number[]> }> {
  const events: TraceEvent[] = []
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[])
      if (event.name === 'thread_name' || event.name.endsWith('RunTask')) events.push(event)
  })
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'] },
  })
  return {
    async stop() {
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
      await session.send('Tracing.end')
      await complete
      return workOfFrames(events)
    },
  }
}

function workOfFrames(events: readonly TraceEvent[]): number[] {
  const mains = new Set(
    events.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const byThread = Map.groupBy(
    events.filter(({ ph, pid, tid }) => ph === 'X' && mains.has(`${pid} ${tid}`)),
    ({ pid, tid }) => `${pid} ${tid}`,
  )
  // Of several renderers (the new tab's, a spare one) the page's is the one that works.
  const busiest = [...byThread.values()].toSorted((a, b) => total(b) - total(a))[0]
  if (!busiest) throw new Error('The trace has no main thread')
  const first = busiest.reduce((least, { ts }) => Math.min(least, ts), Number.POSITIVE_INFINITY)
  const works: number[] = []
  for (const { ts, dur = 0 } of busiest) {
    const frame = Math.floor((ts - first) / 1000 / frameMs)
    works[frame] = (works[frame] ?? 0) + dur / 1000
  }
  return Array.from(works, (work) => work ?? 0)
}

function total(events: readonly TraceEvent[]): number {
  return events.reduce((sum, { dur = 0 }) => sum + dur, 0)
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}

function percent(share: number): string {
  return `${(share * 100).toFixed(2)} %`
}
