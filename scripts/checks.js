// Runs checks, then reports what failed, what was slow and what passed only on a retry.
// Plain JavaScript without dependencies: the outer Node may be as old as 20.
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from './install.js'
import { environment, pinnedNode } from './run.js'

/** The path of a program that the repository depends on. */
export const bin = (path) => join(root, 'node_modules', path)

export const types = (title, project) => ({ title, args: [bin('typescript/bin/tsc'), '--noEmit', '-p', project] })

export const typesAndLint = [
  types('types: server and packages', 'tsconfig.json'),
  types('types: web', 'apps/web/tsconfig.json'),
  types('types: console', 'apps/console/tsconfig.json'),
  { title: 'lint', args: [bin('@biomejs/biome/bin/biome'), 'check', '--error-on-warnings', '.'] },
]

/** One run of checks. A failed one does not stop the others, so that one run shows all. */
export class Checks {
  #reports = mkdtempSync(join(tmpdir(), 'maru-test-'))
  #failures = []
  #tests = []

  /** Runs one check under the pinned Node.js, its output as it comes. */
  async run({ title, args, env = {} }) {
    console.log(`\n• ${title}`)
    this.#tell(title, await runNode(args, env, 'inherit'))
  }

  /** Runs independent checks, as many at once as there are cores; the output of each is printed whole. */
  async runTogether(checks) {
    const waiting = [...checks]
    const worker = async () => {
      for (let check = waiting.shift(); check; check = waiting.shift()) {
        const done = await runNode(check.args, check.env ?? {}, 'pipe')
        console.log(`\n• ${check.title}`)
        if (done.output) process.stdout.write(done.output)
        this.#tell(check.title, done)
      }
    }
    await Promise.all(Array.from({ length: availableParallelism() }, worker))
  }

  /** Runs Vitest projects and adds their tests. */
  async vitest(title, projects, more = []) {
    const report = join(this.#reports, `${projects.join('-')}.jsonl`)
    const named = projects.flatMap((project) => ['--project', project])
    const reporters = ['--reporter=default', '--reporter=./scripts/test-report.ts']
    const args = [bin('vitest/vitest.mjs'), 'run', ...reporters, ...named, ...more]
    await this.run({ title, args, env: { TEST_REPORT: report } })
    if (!existsSync(report)) return
    const lines = readFileSync(report, 'utf8').split('\n')
    this.#tests.push(...lines.filter(Boolean).map((line) => JSON.parse(line)))
  }

  /** Something other than a check went wrong. */
  fail(what, error) {
    console.error(error instanceof Error ? error.message : error)
    this.#failures.push(what)
  }

  /** Reports the whole run; the last line counts its tests. Ends the process with 1 if anything failed. */
  end() {
    rmSync(this.#reports, { recursive: true, force: true })
    const inState = (state) => this.#tests.filter((test) => test.state === state)
    for (const line of slowest(this.#tests)) console.log(line)
    for (const line of retried(this.#tests)) console.log(line)
    for (const { file, name, errors } of inState('failed')) console.log(`\n✗ ${file}: ${name}\n${errors.join('\n')}`)
    const failed = this.#failures.length > 0
    if (failed) console.log(`\nFailed: ${this.#failures.join(' · ')}`)
    const passed = inState('passed').length
    const failures = Math.max(inState('failed').length, failed ? 1 : 0)
    console.log(`\ntests: ${passed} passed, ${failures} failed, ${inState('skipped').length} skipped`)
    process.exitCode = failures > 0 ? 1 : 0
  }

  #tell(title, { code, seconds }) {
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

/** What passed only on a retry: a stall of a busy machine, or a race. */
function retried(tests) {
  const again = tests.filter(({ retries, state }) => retries > 0 && state === 'passed')
  if (again.length === 0) return []
  const lines = again.flatMap(({ file, name, retries, errors }) => [
    `  ${file}: ${name} (tried ${retries + 1} times)`,
    ...errors.map((error) => `    ${error.split('\n')[0]}`),
  ])
  return ['\nPassed only when tried again:', ...lines]
}

/** Resolves when the program ended; with `stdio` pipe it returns the output. */
function runNode(args, env, stdio) {
  const began = Date.now()
  const child = spawn(pinnedNode(), args, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: environment(env),
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.setEncoding('utf8').on('data', (text) => (output += text))
  return new Promise((resolve) => {
    const end = (code) => resolve({ code, output, seconds: (Date.now() - began) / 1_000 })
    child.once('error', (error) => {
      output += error.message
      end(1)
    })
    child.once('close', end)
  })
}
