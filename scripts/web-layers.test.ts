import { expect, test } from 'vitest'
import { layerFault } from './web-layers.ts'

const fault = (from: string, to: string) => layerFault(`apps/web/src/${from}`, `apps/web/src/${to}`)

test('a file of the web app may use its own layer and those below', () => {
  for (const [from, to] of [
    ['main.tsx', 'app/router.tsx'],
    ['app/router.tsx', 'features/more/more-page.tsx'],
    ['features/futures/futures-page.tsx', 'features/futures/lists/futures-lists.tsx'],
    ['features/wallet/asset-page.tsx', 'books/futures/queries.ts'],
    ['trading/lanes.ts', 'shell/alert.tsx'],
    ['books/oversea/queries.ts', 'kit/queries.ts'],
    ['features/rounds/use-game.ts', 'live/index.ts'],
    ['app/sentences.test.ts', 'live/texts.ts'],
  ] as const)
    expect([from, fault(from, to)]).toEqual([from, null])
})

test('nothing imports upward', () => {
  expect(fault('trading/lanes.ts', 'features/futures/commands.ts')).toMatch('trading is below features')
  expect(fault('kit/queries.ts', 'books/futures/queries.ts')).toMatch('kit is below books')
  expect(fault('features/more/more-page.tsx', 'app/router.tsx')).toMatch('features is below app')
  expect(fault('shell/alert.tsx', 'live/index.ts')).toMatch('shell is below live')
})

test('nothing imports across features, nor across books', () => {
  expect(fault('features/futures/futures-page.tsx', 'features/oversea/texts.ts')).toMatch('may not import across')
  expect(fault('books/futures/queries.ts', 'books/oversea/queries.ts')).toMatch('may not import across')
})

test('live data has one door, and every folder is a layer', () => {
  expect(fault('features/rounds/use-game.ts', 'live/live.ts')).toMatch('through its index.ts')
  expect(fault('helpers/money.ts', 'api/client.ts')).toMatch('helpers is no layer')
})

test('the console has layers of its own, and its areas import nothing of each other', () => {
  const of = (from: string, to: string) => layerFault(`apps/console/src/${from}`, `apps/console/src/${to}`)
  expect(of('features/withdrawals/queue.tsx', 'parts/data-table.tsx')).toBeNull()
  expect(of('app/rail.tsx', 'parts/counts.ts')).toBeNull()
  expect(of('parts/data-table.tsx', 'features/withdrawals/queue.tsx')).toMatch('parts is below features')
  expect(of('features/withdrawals/queue.tsx', 'features/deposits/queue.tsx')).toMatch('may not import across')
  expect(of('helpers/money.ts', 'parts/age.tsx')).toMatch('helpers is no layer of the console')
})

test('other rooms are none of its business', () => {
  expect(layerFault('apps/server/src/main.ts', 'apps/web/src/app/router.tsx')).toBeNull()
})
