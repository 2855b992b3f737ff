// Replays the trading core under seeded members, prices, clock jumps, feed gaps and crashes, watched by an independent auditor.
//   npm run simulate -- --seed N --steps M      one seed, in full
//   npm run simulate -- --seeds K --steps M     seeds 1 to K over all processors, each fourth twice: the second run must be identical
//   --book rounds | futures | oversea | money | together | copies  one book, or all in one house; otherwise each of these
import { availableParallelism } from 'node:os'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { type Book, books, type Job, type Outcome } from './runs.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    first: { type: 'string', default: '1' },
    steps: { type: 'string', default: '2000' },
    book: { type: 'string' },
  },
})
const steps = Number(values.steps)
const seeds = values.seeds
  ? Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.first) + index)
  : [Number(values.seed ?? 1)]
const chosen = books.filter((book) => values.book === undefined || values.book === book)
if (![steps, ...seeds].every(Number.isSafeInteger) || steps < 1 || chosen.length === 0) {
  console.error(
    'Usage: npm run simulate -- --seed N --steps M  |  --seeds K --steps M  [--book rounds|futures|oversea|money|together|copies]',
  )
  process.exit(2)
}

const began = performance.now()
const jobs: Job[] = seeds.flatMap((seed) => chosen.map((book) => ({ book, seed, steps, isAlone: seeds.length === 1 })))
const totals = new Map<Book, Map<string, number>>(chosen.map((book) => [book, new Map()]))
let next = 0
let isFailed = false

await Promise.all(Array.from({ length: Math.min(availableParallelism(), jobs.length) }, employ))
if (isFailed) process.exit(1)
const seconds = ((performance.now() - began) / 1_000).toFixed(1)
console.log(`✓ ${seeds.length} seeds × ${steps} steps in ${seconds} s`)
for (const [book, counts] of totals)
  console.log(`  ${book}: ${[...counts].map(([name, count]) => `${count} ${name}`).join(', ')}`)

/** One worker that takes job after job until none is left or one failed. */
function employ(): Promise<void> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url))
  const give = () => {
    const job = isFailed ? undefined : jobs[next++]
    if (job) worker.postMessage(job)
    else void worker.terminate()
  }
  return new Promise((done) => {
    worker.on('message', (outcome: Outcome) => {
      take(outcome)
      give()
    })
    worker.on('exit', () => done())
    give()
  })
}

function take({ job, counts, refusals, failure }: Outcome): void {
  if (failure !== null) {
    const again = `npm run simulate -- --book ${job.book} --seed ${job.seed} --steps ${job.steps}`
    console.error(`✗ seed ${job.seed} failed; replay it with: ${again}\n${failure}`)
    isFailed = true
    return
  }
  if (job.isAlone) console.log(refusals)
  const sums = totals.get(job.book)!
  for (const [name, count] of Object.entries(counts)) sums.set(name, (sums.get(name) ?? 0) + count)
}
