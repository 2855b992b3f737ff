// Lighthouse (mobile) performance and accessibility of /signin and of the guest trade page, median of the runs, and the bytes, requests and layout shift of
// a first load. Below 90 fails; the aim is 95. `npm run bench -- web [RUNS]`; needs Chrome or Chromium.
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import lighthouse from 'lighthouse'
import { chromium, type Page } from 'playwright'
import { findBrowser } from '../../test/browser/launch.ts'
import { startProcess, untilReady } from './support/server-process.ts'

const runs = Number(process.argv[2] ?? 5)
const pages = [
  { path: '/signin', maxBytes: 400_000, maxRequests: 40 },
  { path: '/exchangeView', maxBytes: 600_000, maxRequests: 60 },
]
const maxShift = 0.05

const dataDir = mkdtempSync(join(tmpdir(), 'maru-bench-web-'))
const port = 20_000 + (process.pid % 10_000)
const product = startProcess(dataDir, port + 1)
await untilReady(product)
const { executablePath, args } = await findBrowser()
const browser = await chromium.launch({ executablePath, args: [...args, `--remote-debugging-port=${port}`] })
try {
  const results = []
  for (const page of pages) {
    const load = await firstLoad(page.path)
    const scores = await medianScores(page.path)
    const gate = load.bytes <= page.maxBytes && load.requests <= page.maxRequests && load.shift <= maxShift
    const passed = gate && scores.performance >= 90 && scores.accessibility >= 90
    console.log(
      `${passed ? '✓' : '✗'} ${page.path}: performance ${scores.performance}, accessibility ${scores.accessibility} (median of ${runs}); ${(load.bytes / 1000).toFixed(0)} kB in ${load.requests} requests, layout shift ${load.shift.toFixed(4)}`,
    )
    results.push({ path: page.path, ...scores, ...load, passed })
  }
  const worst = Math.min(...results.map(({ performance }) => performance))
  process.exitCode = results.every(({ passed }) => passed) ? 0 : 1
  console.log(
    JSON.stringify({
      bench: 'web',
      value: worst,
      unit: 'Lighthouse performance',
      baseline: 95,
      ratio: worst / 95,
      pages: results,
    }),
  )
} finally {
  await browser.close()
  await product.stop()
  rmSync(dataDir, { recursive: true, force: true })
}

/** The guest trade page needs the id of an option; it is the first of the site. */
async function address(path: string): Promise<string> {
  if (path !== '/exchangeView') return `${product.url}${path}`
  const answer = await fetch(`${product.url}/api/public/trade_option/site/list?siteInfoId=1`)
  const [first] = (await answer.json()) as { id: number }[]
  return `${product.url}${path}/${first!.id}`
}

/** Bytes over the wire, requests and cumulative layout shift of a load with an empty cache, over 6 s of ticking prices. */
async function firstLoad(path: string): Promise<{ bytes: number; requests: number; shift: number }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    locale: 'ko-KR',
  })
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let bytes = 0
  let requests = 0
  session.on('Network.requestWillBeSent', () => requests++)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => {
    bytes += encodedDataLength
  })
  await page.goto(await address(path), { waitUntil: 'load' })
  const shift = await layoutShift(page, 6_000)
  await context.close()
  return { bytes, requests, shift }
}

/** The script runs in the page, whose types this project does not have. */
function layoutShift(page: Page, ms: number): Promise<number> {
  return page.evaluate<number>(`new Promise((resolve) => {
    let sum = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value
    }).observe({ type: 'layout-shift', buffered: true })
    setTimeout(() => resolve(sum), ${ms})
  })`)
}

async function medianScores(path: string): Promise<{ performance: number; accessibility: number }> {
  const performance: number[] = []
  const accessibility: number[] = []
  const url = await address(path)
  for (let run = 0; run < runs; run++) {
    const result = await lighthouse(url, {
      port,
      output: 'json',
      logLevel: 'error',
      onlyCategories: ['performance', 'accessibility'],
      formFactor: 'mobile',
    })
    const categories = result!.lhr.categories
    performance.push(Math.round((categories['performance']!.score ?? 0) * 100))
    accessibility.push(Math.round((categories['accessibility']!.score ?? 0) * 100))
  }
  return { performance: median(performance), accessibility: median(accessibility) }
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!
}
