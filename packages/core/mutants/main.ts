// Mutates the core in one place at a time and prints what notices each mutation: tests, the simulator, or nothing.
//   npm run mutants                     all changes
//   npm run mutants -- --file rounds/   changes of files whose path holds a text
//   npm run mutants -- --resume         only mutations that survived or were not judged; changes of the core since then do not count
//   --workers 2 --limit 120             processes at a time, and seconds of CPU after which a change counts as one that never ends
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { mutations } from './list/index.ts'
import { type Mutation, mutate, nameOf } from './mutation.ts'

const stages = ['units', 'rest'] as const
type Stage = (typeof stages)[number]

interface Verdict {
  readonly by: 'tests' | 'simulator' | 'time-out' | 'nothing' | 'error'
  readonly what: string
}

const root = resolve(import.meta.dirname, '../../..')
const memory = join(root, 'node_modules/.cache/maru-mutants.json')
const { values } = parseArgs({
  options: {
    file: { type: 'string', default: '' },
    resume: { type: 'boolean', default: false },
    workers: { type: 'string', default: '2' },
    limit: { type: 'string', default: '120' },
  },
})
const verdicts = new Map<string, Verdict>(values.resume ? remembered() : [])
const chosen = mutations.filter(({ file }) => file.includes(values.file))
const unknown = chosen.filter((mutation) => {
  const fault = faultOf(mutation)
  if (fault !== null) verdicts.set(nameOf(mutation), { by: 'error', what: fault })
  const known = verdicts.get(nameOf(mutation))?.by ?? 'nothing'
  return fault === null && (known === 'nothing' || known === 'error')
})
/** Long tests come last, for mutations that survived the others. */
const queue: { readonly mutation: Mutation; readonly stage: Stage }[] = unknown.map((mutation) => ({
  mutation,
  stage: 'units',
}))

if (!values.resume) {
  for (const stage of stages) {
    const { by, what } = await judge(null, stage)
    if (by !== 'nothing') throw new Error(`without any change it is noticed already: ${what}`)
  }
}
await Promise.all(Array.from({ length: Number(values.workers) }, employ))
const survivors = print()
process.exitCode = survivors > 0 ? 1 : 0

async function employ(): Promise<void> {
  for (;;) {
    const task = queue.shift()
    if (!task) return
    const { mutation, stage } = task
    const verdict = await judge(mutation, stage)
    if (verdict.by === 'nothing' && stage === 'units') {
      queue.push({ mutation, stage: 'rest' })
      console.error(`${queue.length} left · later · ${place(mutation)} · ${mutation.to}`)
      continue
    }
    verdicts.set(nameOf(mutation), verdict)
    mkdirSync(dirname(memory), { recursive: true })
    writeFileSync(memory, JSON.stringify([...new Map([...remembered(), [nameOf(mutation), verdict]])]))
    console.error(`${queue.length} left · ${verdict.by} · ${place(mutation)} · ${mutation.to} · ${verdict.what}`)
  }
}

/** What was judged before, by this run or by others beside it. */
function remembered(): [string, Verdict][] {
  return existsSync(memory) ? (JSON.parse(readFileSync(memory, 'utf8')) as [string, Verdict][]) : []
}

/** Judges one change, or none, in a process of its own. */
function judge(mutation: Mutation | null, stage: Stage): Promise<Verdict> {
  const judgement = join(import.meta.dirname, 'judge.ts')
  const limited = `ulimit -t ${Number(values.limit)}; exec "$0" "$@"`
  const child = spawn('sh', ['-c', limited, process.execPath, judgement, mutation ? nameOf(mutation) : '', stage], {
    cwd: root,
    env: { ...process.env, NODE_COMPILE_CACHE: join(dirname(memory), 'maru-mutants') },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let out = ''
  let complaint = ''
  child.stdout.on('data', (data: Buffer) => (out += String(data)))
  child.stderr.on('data', (data: Buffer) => (complaint = (complaint + String(data)).slice(-2_000)))
  return new Promise((done) => {
    child.on('close', (_code, signal) => {
      const line = out.trim().split('\n').at(-1) ?? ''
      if (line.startsWith('{')) done(JSON.parse(line) as Verdict)
      else if (signal !== null) done({ by: 'time-out', what: 'does not end' })
      else done({ by: 'error', what: complaint.trim().split('\n').at(-1) ?? '' })
    })
  })
}

/** Why a change cannot be made, or null. */
function faultOf(mutation: Mutation): string | null {
  try {
    mutate(readFileSync(join(root, mutation.file), 'utf8'), mutation)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

/** The table and its sum; gives how many changes survive or could not be judged. */
function print(): number {
  const count = { tests: 0, simulator: 0, 'time-out': 0, nothing: 0, error: 0 }
  for (const mutation of chosen) {
    const { by, what } = verdicts.get(nameOf(mutation))!
    count[by]++
    const why = by === 'nothing' ? (mutation.explanation ?? 'NOT EXPLAINED') : what
    console.log(
      `${by.padEnd(9)} ${place(mutation)}\n          ${mutation.from}\n        → ${mutation.to}\n          ${why}`,
    )
  }
  const share = ((100 * count.nothing) / Math.max(1, chosen.length)).toFixed(1)
  console.log(
    `\n${chosen.length} changes: ${count.tests} noticed by tests, ${count.simulator} by the simulator, ${count['time-out']} by never ending, ${count.error} could not be made; ${count.nothing} survive (${share} %)`,
  )
  return count.nothing + count.error
}

function place({ file, from }: Mutation): string {
  const text = readFileSync(join(root, file), 'utf8')
  const at = text.indexOf(from)
  return at < 0 ? file : `${file}:${text.slice(0, at).split('\n').length}`
}
