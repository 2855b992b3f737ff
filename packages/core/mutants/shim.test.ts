import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'

test('what vitest adds to its matchers works in the process that judges a mutation, where vitest does not run', () => {
  const judged = (value: number) =>
    execFileSync(
      process.execPath,
      [
        '--input-type=module',
        '--eval',
        `import { expect } from './shim.ts'
         try { expect(${value}).toBeOneOf([1, 2]); console.log('as expected') } catch ({ message }) { console.log(message) }`,
      ],
      { cwd: import.meta.dirname, encoding: 'utf8' },
    )
  expect(judged(2)).toBe('as expected\n')
  expect(judged(3)).toContain('toBeOneOf')
})
