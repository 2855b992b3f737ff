// Replays the trading core under seeded members, prices, clock jumps, feed gaps and crashes, watched by an independent auditor.
//   npm run simulate -- --seed N --steps M      one seed, in full
//   npm run simulate -- --seeds K --steps M     seeds 1 to K, each twice: the second run must be identical
import { parseArgs } from 'node:util'
import { simulate } from './simulation.ts'

const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    seeds: { type: 'string' },
    first: { type: 'string', default: '1' },
    steps: { type: 'string', default: '2000' },
  },
})
const steps = Number(values.steps)
const seeds = values.seeds
  ? Array.from({ length: Number(values.seeds) }, (_, index) => Number(values.first) + index)
  : [Number(values.seed ?? 1)]
if (![steps, ...seeds].every(Number.isSafeInteger) || steps < 1) {
  console.error('Usage: npm run simulate -- --seed N --steps M  |  --seeds K --steps M')
  process.exit(2)
}

const began = performance.now()
const totals: Record<string, number> = {}
for (const seed of seeds) {
  try {
    const first = simulate(seed, steps)
    if (seeds.length === 1) console.log(first.refusals)
    if (seed % 4 === 1 && simulate(seed, steps).trail !== first.trail)
      throw new Error('a second run with the same seed differs')
    for (const [name, count] of Object.entries(first.counts)) totals[name] = (totals[name] ?? 0) + count
  } catch (error) {
    console.error(`✗ seed ${seed} failed; replay it with: npm run simulate -- --seed ${seed} --steps ${steps}`)
    console.error(error)
    process.exit(1)
  }
}
console.log(
  `✓ ${seeds.length} seeds × ${steps} steps in ${((performance.now() - began) / 1000).toFixed(1)} s: ${Object.entries(
    totals,
  )
    .map(([name, count]) => `${count} ${name}`)
    .join(', ')}`,
)
