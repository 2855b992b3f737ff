// Rules of test code, as scripts/check-rooms.ts holds them: a test waits for an event or a value, passes at the first try and takes a free port.

interface Rule {
  readonly pattern: RegExp
  readonly fault: string
  /** In helpers of tests as well: a file under `test/`, or the configuration of Vitest. */
  readonly everywhere?: true
}

const sleeps = 'sleeps: wait for an event or a value (eventually, expect.poll), or move a clock'
const retries = 'is tried again: find the cause of the failure'

const rules: readonly Rule[] = [
  { pattern: /\bwaitForTimeout\(/, fault: sleeps, everywhere: true },
  { pattern: /\bsetTimeout\b.*['"](?:node:)?timers\/promises['"]/, fault: sleeps, everywhere: true },
  { pattern: /\bsetTimeout\(/, fault: sleeps },
  { pattern: /=>\s*(?:void )?setTimeout\(/, fault: sleeps, everywhere: true },
  { pattern: /\bretry\b\s*[:,]\s*(?!0)/, fault: retries, everywhere: true },
  { pattern: /\b(?:test|it|describe)\.only\b/, fault: 'leaves the other tests out: take `.only` away' },
  { pattern: /\blisten\(\s*[1-9]/, fault: fixedPort(), everywhere: true },
  { pattern: /\bPORT:\s*['"][1-9]\d*['"]\s*,?\s*$/, fault: fixedPort(), everywhere: true },
]

function fixedPort(): string {
  return 'takes a fixed port, which two tests cannot share: let it be 0'
}

/** Files that may wait by the clock: between two looks at a value, until something counts as left behind, between the calls of a load. */
const sleepers: ReadonlySet<string> = new Set(['test/eventually.ts', 'test/leftovers.ts', 'apps/server/test/load.ts'])

const isTest = (path: string) => /\.test\.tsx?$/.test(path) && path !== examples
/** Holds lines that break the rules, to test them. */
const examples = 'scripts/test-rules.test.ts'
const isHelper = (path: string) => /(?:^|\/)test\//.test(path) || /(?:^|\/)vitest\.config/.test(path)

/** Faults of a test file or of a helper of tests, each with its line and what to do; none of other files. */
export function testFaults(path: string, text: string): string[] {
  if (!isTest(path) && !isHelper(path)) return []
  return withoutComments(text)
    .split('\n')
    .flatMap((line, place) =>
      rules
        .filter(({ everywhere }) => everywhere || isTest(path))
        .filter(({ pattern, fault }) => pattern.test(line) && !(fault === sleeps && sleepers.has(path)))
        .slice(0, 1)
        .map(({ fault }) => `${path}:${place + 1}: ${fault}`),
    )
}

/** Comments become blanks; lines keep their numbers. */
const withoutComments = (text: string): string =>
  text.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*/g, (comment) => comment.replaceAll(/[^\n]/g, ' '))
