import { globSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { shippedFutures, shippedOversea, shippedRound, shippedSite } from '@maru/core'
import { expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const rooms = ['packages/core/src', 'packages/positions/src', 'apps/web/src', 'apps/server/src']

/** A second, a minute, an hour, a day (also in minutes), parts of a whole, round prices: they stand for much else. */
const common = new Set([
  1e3, 1_440, 2e3, 5e3, 1e4, 3e4, 5e4, 6e4, 1e5, 1e6, 1e7, 1e9, 1e10, 1e12, 3_600_000, 86_400_000,
])

/** Beside that, minutes: pages, the server and money have waits of their own. */
const minutes = new Set([180_000, 300_000, 600_000, 900_000, 1_800_000])

/** What is configured, where the figure says by itself that it is that. */
const configured = new Map(
  [shippedSite, shippedRound('R1'), shippedRound('B1'), shippedFutures, shippedOversea].flatMap((shipped) =>
    Object.entries(shipped)
      .map(([key, value]) => [Number(value), key] as const)
      .filter(([value]) => value >= 1_000 && !common.has(value)),
  ),
)

/** Where such a figure is something else, or stands for itself. */
const allowed: Readonly<Record<string, string>> = {
  'packages/core/src/configuration/shipped.ts': 'the shipped defaults themselves',
  'packages/core/src/configuration/keys.ts': 'the ranges of the configuration',
  'packages/core/src/money/default-money.ts': 'the shipped defaults of money',
  'packages/core/src/prices.ts': 'how long what befell a price is known',
  'packages/core/src/rounds/rules.ts': 'the range of payouts, which no configuration leaves',
  'packages/core/src/money/payouts.ts': 'how long a provider keeps the keys of payouts',
  'packages/core/src/money/p2p/state.ts': 'after how long a dispute goes to a second look',
  'apps/server/src/statements/lines.ts': 'after how long money that is expected is a break',
  'apps/server/src/providers/report-fact.ts': 'for how long a line without a reference is looked for',
  'apps/server/src/commissions/bases.ts': 'how old the rate of a day may be',
  'apps/server/src/commissions/second-sum.ts': 'how old the rate of a day may be',
  'apps/server/src/commissions/members.ts': 'for how long a member counts as active',
  'apps/server/src/members/demo.ts': 'the rates of the demo’s partners, which no rule names',
  'apps/server/src/money/p2p/merchants.ts': 'what the merchants of the demo take, which no rule names',
  'apps/web/src/features/money/withdraw-form.tsx': 'amounts of quick buttons, which no rule names',
}

const units: Readonly<Record<string, number>> = { second: 1_000, minute: 60_000, hour: 3_600_000, day: 86_400_000 }

/** The figures of a source: literals, and products of literals and units of time, as 30 * MINUTE_MS. */
function figuresOf(source: string): number[] {
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|'[^'\n]*'/g, ' ')
  return [...code.matchAll(/(?<![\w.])\d[\d_]*n?(?:\s*\*\s*\w+)*(?![\w.])/g)].map(([product]) =>
    product.split('*').reduce((value, factor) => value * factorOf(factor.trim()), 1),
  )
}
function factorOf(factor: string): number {
  if (/^\d/.test(factor)) return Number(factor.replaceAll('_', '').replace(/n$/, ''))
  return units[factor.toLowerCase().replace(/_?ms$|s$/, '')] ?? Number.NaN
}

test('figures are found in every form', () => {
  expect(figuresOf('const a = 1800000 + 30 * MINUTE_MS, b = [96 * 60 * minuteMs, 345_600_000n] // 7')).toEqual([
    1_800_000, 1_800_000, 345_600_000, 345_600_000,
  ])
})

test('no number that is configured stands in code of core, web or server', () => {
  expect(configured.size).toBeGreaterThan(12)
  const files = rooms
    .flatMap((room) => globSync(`${room}/**/*.{ts,tsx}`, { cwd: root }))
    .map((path) => path.replaceAll('\\', '/'))
    .filter((path) => !/\.test\.tsx?$|\/test\/|\/testing\.ts$/.test(path))
  expect(files.length).toBeGreaterThan(500)
  const found = files
    .filter((path) => !(path in allowed))
    .flatMap((path) =>
      figuresOf(readFileSync(`${root}/${path}`, 'utf8'))
        .filter((figure) => configured.has(figure) && !(/^apps\/|\/money\//.test(path) && minutes.has(figure)))
        .map((figure) => `${path}: ${figure} (${configured.get(figure)})`),
    )
  expect(found).toEqual([])
  expect(Object.keys(allowed).filter((path) => !files.includes(path))).toEqual([])
})
