// A Vitest reporter that writes what `npm test` prints at its end: every test with its time, its retries and its errors, as JSON lines.
import { appendFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'

/** One test; where its file could not be loaded, the file. */
export interface ReportedTest {
  readonly file: string
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
  readonly seconds: number
  /** How often it was run again before this was its state. */
  readonly retries: number
  /** Why it failed; of a test that passed in the end, why it failed before. */
  readonly errors: readonly string[]
}

/** Appends to the file that TEST_REPORT names as each test file ends, so that an aborted run has reported its part. */
export default class TestReport implements Reporter {
  onTestModuleEnd(module: TestModule): void {
    const to = process.env['TEST_REPORT']
    if (to === undefined) throw new Error('TEST_REPORT names no file')
    appendFileSync(
      to,
      testsOf(module)
        .map((test) => `${JSON.stringify(test)}\n`)
        .join(''),
    )
  }
}

function testsOf(module: TestModule): ReportedTest[] {
  const file = module.relativeModuleId
  const tests = [...module.children.allTests()].map((test): ReportedTest => {
    const { state, errors = [] } = test.result()
    const { duration = 0, retryCount = 0 } = test.diagnostic() ?? {}
    return { file, name: test.fullName, state, seconds: duration / 1_000, retries: retryCount, errors: told(errors) }
  })
  // Errors of the file itself or of a suite's hooks: no test reports them.
  const others = [module, ...module.children.allSuites()].flatMap((part) => told(part.errors()))
  const broken = { file, name: 'outside its tests', state: 'failed' as const, seconds: 0, retries: 0, errors: others }
  return others.length === 0 ? tests : [...tests, broken]
}

const told = (errors: readonly { readonly stack?: string | undefined; readonly message: string }[]): string[] =>
  errors.map(({ stack, message }) => stack ?? message)
