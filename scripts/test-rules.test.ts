import { expect, test } from 'vitest'
import { testFaults } from './test-rules.ts'

const inTest = (line: string) => testFaults('apps/server/src/a.test.ts', `\n${line}\n`)

test.each([
  ['await page.waitForTimeout(300)', 'sleeps'],
  [`import { setTimeout as sleep } from 'node:timers/promises'`, 'sleeps'],
  ['await new Promise((resolve) => setTimeout(resolve, 20))', 'sleeps'],
  ['test("a rule", { retry: 2 }, () => {})', 'is tried again'],
  ['test.only("a rule", () => {})', 'leaves the other tests out'],
  ['server.listen(3000)', 'takes a fixed port'],
  [`  PORT: '3000',`, 'takes a fixed port'],
])('a test that says %s fails with its line', (line, fault) => {
  expect(inTest(line)).toEqual([expect.stringContaining(`apps/server/src/a.test.ts:2: ${fault}`)])
})

test.each([
  'await eventually(() => page.url(), (url) => url === there)',
  'server.listen(0)',
  `expect(answer.headers['retry-after']).toBe('5')`,
  '// setTimeout(resolve, 20) stood here',
  `import { setImmediate as turn } from 'node:timers/promises'`,
  'const load = setInterval(publish, 1)',
  `vi.advanceTimersByTime(300)`,
])('a test may say %s', (line) => {
  expect(inTest(line)).toEqual([])
})

test('a helper of tests and the configuration of Vitest neither sleep nor try again', () => {
  expect(testFaults('test/browser/house.ts', 'await page.waitForTimeout(1)')).toHaveLength(1)
  expect(testFaults('vitest.config.ts', '          retry: 1,')).toHaveLength(1)
  expect(testFaults('vitest.config.ts', '          retry, // why')).toHaveLength(1)
  expect(testFaults('apps/server/src/http/a.ts', 'setTimeout(end, 5)')).toEqual([])
})
