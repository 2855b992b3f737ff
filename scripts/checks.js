// A run of checks and its report: what failed, and what was slow.
// Plain JavaScript without dependencies: the outer Node may be as old as 20.
import { availableParallelism } from 'node:os'
import { bin, runCheck } from './run-check.js'

/** The types of a TypeScript project. What did not change since the last time is not looked at again. */
export const types = (title, project) => ({
  title,
  args: [bin('typescript/bin/tsc'), '--noEmit', '-p', project],
})

export const allTypes = [
  types('types: server and packages', 'tsconfig.json'),
  types('types: web', 'apps/web/tsconfig.json'),
  types('types: console', 'apps/console/tsconfig.json'),
]

/** The lint of files or folders. */
export const lint = (...paths) => ({
  title: 'lint',
  args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '--no-errors-on-unmatched', ...paths],
})

/** Imports, determinism of the core, sizes of components, rules of tests. */
export const structure = {
  title: 'imports go downwards, the core is deterministic, tests do not wait',
  args: ['scripts/check-rooms.ts'],
}

/** One run of checks. A failed one does not stop the others, so that one run shows all. */
export class Checks {
  #failures = []
  #tests = []

  /** Runs one check, its output as it comes. */
  async run(check) {
    console.log(`\n• ${check.title}`)
    this.#take(check, await runCheck(check, 'inherit'))
  }

  /** Runs independent checks in their order, as many at once as there are cores; the output of each is printed whole. */
  async runTogether(checks) {
    const waiting = [...checks]
    const worker = async () => {
      for (let check = waiting.shift(); check; check = waiting.shift()) {
        const done = await runCheck(check, 'pipe')
        console.log(`\n• ${check.title}`)
        if (done.output) process.stdout.write(done.output)
        this.#take(check, done)
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, worker))
  }

  /** Something other than a check went wrong. */
  fail(what, error) {
    console.error(error instanceof Error ? error.message : error)
    this.#failures.push(what)
  }

  /** Reports the whole run; the last line counts its tests. Ends the process with 1 if anything failed. */
  end() {
    const inState = (state) => this.#tests.filter((test) => test.state === state)
    for (const line of slowest(this.#tests)) console.log(line)
    for (const { file, name, errors } of inState('failed')) console.log(`\n✗ ${file}: ${name}\n${errors.join('\n')}`)
    const failed = this.#failures.length > 0
    if (failed) console.log(`\nFailed: ${this.#failures.join(' · ')}`)
    const passed = inState('passed').length
    const failures = Math.max(inState('failed').length, failed ? 1 : 0)
    console.log(`\ntests: ${passed} passed, ${failures} failed, ${inState('skipped').length} skipped`)
    process.exitCode = failures > 0 ? 1 : 0
  }

  #take({ title }, { code, seconds, tests }) {
    this.#tests.push(...tests)
    const took = `(${seconds.toFixed(1)} s)`
    if (code === 0) return console.log(`  ✓ ${title} ${took}`)
    this.#failures.push(title)
    console.log(`  ✗ ${title} ${took}`)
  }
}

/** The tests that took longest. */
function slowest(tests) {
  const longest = [...tests].sort((a, b) => b.seconds - a.seconds).slice(0, 10)
  if (longest.length === 0) return []
  const lines = longest.map(({ file, name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${file}: ${name}`)
  return ['\nThe slowest tests:', ...lines]
}
