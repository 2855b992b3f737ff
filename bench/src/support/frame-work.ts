// What the main thread of a page does in each frame, read from a trace of Chromium.
import type { CDPSession } from 'playwright'

/** The length of a frame at 60 a second. */
export const frameMs = 1000 / 60
const longTaskMs = 50

interface TraceEvent {
  readonly name: string
  readonly ph: string
  readonly pid: number
  readonly tid: number
  readonly ts: number
  readonly dur?: number
  /** CPU time: what other processes of the machine take is not in it. */
  readonly tdur?: number
  readonly args?: { readonly name?: string }
}

interface Work {
  /** CPU time of the main thread in each frame's length of time, ms. */
  readonly works: readonly number[]
  readonly longTasks: readonly number[]
}

/** Records the tasks of the page's main thread. */
export async function startTrace(session: CDPSession): Promise<{ stop(): Promise<Work> }> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => {
    for (const event of value as TraceEvent[])
      if (event.name === 'thread_name' || event.name.endsWith('RunTask')) events.push(event)
  }
  session.on('Tracing.dataCollected', collect)
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', '__metadata'] },
  })
  return {
    async stop() {
      const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve))
      await session.send('Tracing.end')
      await complete
      session.off('Tracing.dataCollected', collect)
      return workOf(events)
    },
  }
}

function workOf(events: readonly TraceEvent[]): Work {
  const mains = new Set(
    events.filter(({ args }) => args?.name === 'CrRendererMain').map(({ pid, tid }) => `${pid} ${tid}`),
  )
  const byThread = Map.groupBy(
    events.filter(({ ph, pid, tid }) => ph === 'X' && mains.has(`${pid} ${tid}`)),
    ({ pid, tid }) => `${pid} ${tid}`,
  )
  // Of several renderers (the new tab's, a spare one) the page's is the busy one.
  const busiest = [...byThread.values()].toSorted((a, b) => total(b) - total(a))[0]
  if (!busiest) throw new Error('The trace has no main thread')
  const first = busiest.reduce((least, { ts }) => Math.min(least, ts), Number.POSITIVE_INFINITY)
  const works: number[] = []
  const longTasks: number[] = []
  for (const event of busiest) {
    const work = workMs(event)
    const frame = Math.floor((event.ts - first) / 1000 / frameMs)
    works[frame] = (works[frame] ?? 0) + work
    if (work > longTaskMs) longTasks.push(work)
  }
  return { works: Array.from(works, (work) => work ?? 0), longTasks }
}

/** Where a system counts no CPU time of threads, the time that passed. */
function workMs({ tdur, dur = 0 }: TraceEvent): number {
  return (tdur ?? dur) / 1000
}

function total(events: readonly TraceEvent[]): number {
  return events.reduce((sum, event) => sum + workMs(event), 0)
}

export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
