// `npm run test:busy [-- --runs 10] [--project NAME] [--fresh]`: runs each project of tests again and again beside busy loops, and prints which
// test failed how often. It goes on where it was stopped; `--fresh` forgets the runs so far (of the named project).
import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { buildWeb } from './build-web.js'
import { install, root } from './install.js'
import { runCheck, vitestCheck } from './run-check.js'

const projects = ['components', 'packages', 'web', 'server', 'browser']
const store = join(root, 'node_modules', '.cache', 'test-busy.json')

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '10' }, project: { type: 'string' }, fresh: { type: 'boolean' } },
})
const wanted = Number(values.runs)
const chosen = values.project === undefined ? projects : projects.filter((project) => project === values.project)
if (!Number.isInteger(wanted) || wanted < 1 || chosen.length === 0) {
  console.error(`Usage: npm run test:busy -- [--runs 10] [--project ${projects.join('|')}] [--fresh]`)
  process.exit(2)
}

install()
await buildWeb()
const done = readRuns()
if (values.fresh) for (const project of chosen) delete done[project]
for (const project of chosen) {
  done[project] ??= []
  while (done[project].length < wanted) {
    console.log(`\n• ${project}, run ${done[project].length + 1} of ${wanted}`)
    const run = await runBusy(project)
    done[project].push(run)
    writeRuns(done)
    console.log(
      `  ${run.code === 0 ? '✓' : '✗'} ${Math.round(run.seconds)} s, ${run.passed} passed, ${run.failed.length} failed`,
    )
    for (const { file, name, error } of run.failed) console.log(`    ${file}: ${name}\n      ${error}`)
    if (run.code !== 0 && run.failed.length === 0) console.log(run.output)
  }
}
report()

/** One run of a project beside as many busy loops as there are cores. */
async function runBusy(project) {
  const loops = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  )
  const endLoops = () => {
    for (const loop of loops) loop.kill('SIGKILL')
  }
  process.once('exit', endLoops)
  try {
    const { code, seconds, tests, output } = await runCheck(vitestCheck(project, [project]), 'pipe')
    const failed = tests
      .filter(({ state }) => state === 'failed')
      .map(({ file, name, errors }) => ({ file, name, error: errors[0] ?? '' }))
    const passed = tests.filter(({ state }) => state === 'passed').length
    return { code, seconds, passed, failed, output: code === 0 || failed.length > 0 ? '' : output.slice(-4_000) }
  } finally {
    endLoops()
    process.off('exit', endLoops)
  }
}

/** Runs and failures of each project; ends the process with 1 where a run failed. */
function report() {
  console.log('\nproject      runs  green  median s')
  for (const project of projects) {
    const runs = done[project] ?? []
    const green = runs.filter(({ code }) => code === 0)
    if (green.length < runs.length) process.exitCode = 1
    const seconds = runs.map((run) => run.seconds).sort((a, b) => a - b)
    const median = runs.length === 0 ? '–' : Math.round(seconds[seconds.length >> 1])
    console.log(
      `${project.padEnd(12)} ${String(runs.length).padStart(4)} ${String(green.length).padStart(6)} ${String(median).padStart(9)}`,
    )
  }
  const failures = new Map()
  for (const { failed } of Object.values(done).flat())
    for (const { file, name } of failed) failures.set(`${file}: ${name}`, (failures.get(`${file}: ${name}`) ?? 0) + 1)
  for (const [test, count] of [...failures].sort(([, a], [, b]) => b - a))
    console.log(`${String(count).padStart(4)} × ${test}`)
}

function readRuns() {
  try {
    return JSON.parse(readFileSync(store, 'utf8'))
  } catch {
    return {}
  }
}

function writeRuns(runs) {
  mkdirSync(dirname(store), { recursive: true })
  writeFileSync(store, JSON.stringify(runs))
}
