// What test files get for vitest where mutants are judged: the same `expect`, and tests that one process runs one after the other.
import { expect } from 'vitest'

export { expect }

// What is asked of matchers that vitest adds by `expect.extend` (toBeOneOf); else they ask vitest's worker, which is not there.
expect.setState({ testPath: '' })

export interface Found {
  readonly name: string
  readonly body: () => unknown
}

const found: Found[] = []
const prefixes: string[] = []

const hooks: (() => unknown)[] = []

/** What comes before each test of a file. */
export const beforeEach = (hook: () => unknown): void => void hooks.push(hook)

/** The tests that were declared since the last call, with what comes before each. */
export function takeTests(): Found[] {
  const before = hooks.splice(0)
  return found.splice(0).map(({ name, body }) => ({
    name,
    body: async () => {
      for (const hook of before) await hook()
      await body()
    },
  }))
}

type Body = (...values: never[]) => unknown

function declare(name: string, ...rest: readonly unknown[]): void {
  const body = rest.find((one) => typeof one === 'function') as (() => unknown) | undefined
  if (body) found.push({ name: [...prefixes, name].join(' '), body })
}

const each =
  (cases: readonly unknown[]) =>
  (name: string, ...rest: readonly unknown[]): void => {
    const body = rest.find((one) => typeof one === 'function') as Body
    for (const one of cases) {
      const values = (Array.isArray(one) ? one : [one]) as never[]
      declare(`${name} ${String(values[0])}`, () => body(...values))
    }
  }

const skip = Object.assign(() => {}, { each: () => () => {} })
export const test = Object.assign(declare, { each, skipIf: (isSkipped: unknown) => (isSkipped ? skip : test) })
export const it = Object.assign(declare.bind(null), { each })

type Describe = (name: string, body: () => void) => void

export const describe = Object.assign(
  (name: string, body: () => void) => {
    prefixes.push(name)
    body()
    prefixes.pop()
  },
  {
    skipIf: (isSkipped: unknown): Describe => (isSkipped ? () => {} : describe),
    each: (cases: readonly unknown[]) => (name: string, body: Body) => {
      for (const one of cases) {
        const values = (Array.isArray(one) ? one : [one]) as never[]
        describe(`${name} ${String(values[0])}`, () => body(...values))
      }
    },
  },
)
