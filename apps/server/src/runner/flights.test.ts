import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { collect } from '../../../../test/collect.ts'
import { openBatch } from './batch-builder.ts'
import { Flights } from './flights.ts'
import { runnerMetrics } from './metrics.ts'

function flightsOf(commit: () => Promise<void>) {
  const told: number[] = []
  const flights = new Flights({
    now: () => ({ elapsed: 0, domain: 0 }),
    metrics: runnerMetrics(new Registry(), { queued: () => 0, fed: () => 0, epoch: () => 1, aside: () => 0 }),
    onNearlyDone: () => {},
    onDurable: ({ seq }) => told.push(seq),
    onFailed: () => {},
  })
  flights.connect({ commit, backend: null, close: async () => {} })
  flights.begin(1)
  return { flights, told }
}

test('landing waits for every commit that is under way, however each of them ends', async () => {
  const ends: ((error?: Error) => void)[] = []
  const { flights, told } = flightsOf(
    () => new Promise((resolve, reject) => ends.push((error) => (error ? reject(error) : resolve()))),
  )
  flights.send(openBatch(1))
  flights.send(openBatch(2))
  let hasLanded = false
  const landed = flights.land().then(() => {
    hasLanded = true
  })
  ends[1]?.()
  await new Promise(setImmediate)
  expect([hasLanded, told]).toEqual([false, [2]])
  ends[0]?.(new Error('lost'))
  await landed
  expect(told).toEqual([2])
})

test('a batch that is durable leaves nothing behind, however many came before it', async () => {
  const { flights, told } = flightsOf(async () => {})
  const heapAfter = async (batches: number) => {
    for (let n = 0; n < batches; n += 1) {
      flights.send(openBatch(n))
      await flights.land()
    }
    told.length = 0
    collect()
    return process.memoryUsage().heapUsed
  }
  const before = await heapAfter(1_000)
  const after = await heapAfter(20_000)
  // An object and an array of a batch would be over 100 bytes.
  expect(after - before).toBeLessThan(20_000 * 25)
})
