import { type Effects, newCall, noRows } from '@maru/core'
import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import { inProcessBus } from '../bus/in-process.ts'
import { collectRows } from '../journal/index.ts'
import { openBatch } from './batch-builder.ts'
import { runnerMetrics } from './metrics.ts'
import { Teller } from './teller.ts'

const bus = inProcessBus((error) => {
  throw error
})

test('a batch that asks for calls says so once it is durable, and another does not', () => {
  let woken = 0
  bus.subscribe('outgoing', () => {
    woken += 1
  })
  const teller = new Teller(
    bus,
    runnerMetrics(new Registry(), { queued: () => 0, fed: () => 0, epoch: () => 1, aside: () => 0 }),
  )
  const batch = openBatch(0)
  teller.tell({ batch, epoch: 1, seq: 1 })
  expect(woken).toBe(0)
  const rows = collectRows()
  const outgoing = [newCall({ siteId: 1, id: 'p-1', kind: 'payout', provider: 'p', payload: {} }, 5)]
  rows.add({ rows: { ...noRows, outgoing }, before: noRows as unknown as Effects['before'] })
  teller.tell({ batch: { ...batch, rows }, epoch: 1, seq: 2 })
  expect(woken).toBe(1)
})
