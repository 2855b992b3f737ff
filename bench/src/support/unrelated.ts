import type { Command } from '@maru/core'
import { build, type Histogram } from 'hdr-histogram-js'
import type { House } from './house.ts'

const perSecond = 500

export interface Unrelated {
  /** What those sent since the last lap waited for their answer, in milliseconds from the intended time. */
  lap(): Promise<Histogram>
  stop(): Promise<void>
}

/** Commands of members who have nothing to do with what a bench measures, 500 a second whatever they wait (open loop), until stopped. */
export function unrelated(house: House, command: (nth: number) => Command): Unrelated {
  let histogram = build()
  const began = performance.now()
  const waiting = new Set<Promise<void>>()
  let sent = 0
  const timer = setInterval(() => {
    const dueCount = Math.floor(((performance.now() - began) / 1_000) * perSecond)
    for (; sent < dueCount; sent += 1) {
      const intended = began + (sent / perSecond) * 1_000
      const one = house.runner
        .submit(command(sent))
        .then((reply) => {
          if (reply.status !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
          histogram.recordValue(Math.round(performance.now() - intended))
        })
        .finally(() => waiting.delete(one))
      waiting.add(one)
    }
  }, 1)
  return {
    async lap() {
      await Promise.all(waiting)
      const measured = histogram
      histogram = build()
      return measured
    },
    async stop() {
      clearInterval(timer)
      await Promise.all(waiting)
    },
  }
}

export const waits = (of: Histogram): string =>
  `${of.totalCount} sent, p50 ${of.getValueAtPercentile(50)} ms, p99 ${of.getValueAtPercentile(99)} ms, max ${of.maxValue} ms`
