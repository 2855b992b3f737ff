// A Vitest reporter that writes every test with its time and its errors as JSON lines, for the report at the end of a run.
import { appendFileSync } from 'node:fs'
import { relative } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { Reporter, TestModule } from 'vitest/node'

/** An error as Vitest reports it. */
interface TestError {
  readonly stack?: string | undefined
  readonly message: string
  readonly diff?: string | undefined
}

/** One test; where its file could not be loaded, the file. */
export interface ReportedTest {
  readonly file: string
  readonly name: string
  readonly state: 'passed' | 'failed' | 'skipped' | 'pending'
  readonly seconds: number
  /** Why it failed. */
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
  const file = relative(process.cwd(), module.moduleId)
  const tests = [...module.children.allTests()].map((test): ReportedTest => {
    const { state, errors = [] } = test.result()
    const { duration = 0 } = test.diagnostic() ?? {}
    return { file, name: test.fullName, state, seconds: duration / 1_000, errors: textsOf(errors) }
  })
  // Errors of the file itself or of a suite's hooks: no test reports them.
  const others = [module, ...module.children.allSuites()].flatMap((part) => textsOf(part.errors()))
  const broken = { file, name: 'outside its tests', state: 'failed' as const, seconds: 0, errors: others }
  return others.length === 0 ? tests : [...tests, broken]
}

/** With what differs, which the message itself may shorten: of a failure that happens once there is nothing else. */
const textsOf = (errors: readonly TestError[]): string[] =>
  errors.map(({ stack, message, diff }) =>
    [stack ?? message, ...(diff ? [stripVTControlCharacters(diff)] : [])].join('\n'),
  )
