import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type RunnerMetrics = ReturnType<typeof runnerMetrics>

/** What the runner counts. */
export function runnerMetrics(
  registry: Registry,
  read: { queued: () => number; fed: () => number; epoch: () => number; aside: () => number },
) {
  const registers = [registry]
  new Gauge({
    name: 'maru_core_queue',
    help: 'Commands that wait',
    registers,
    collect() {
      this.set(read.queued())
    },
  })
  new Gauge({
    name: 'maru_core_epoch',
    help: 'Epoch of the core lease',
    registers,
    collect() {
      this.set(read.epoch())
    },
  })
  new Gauge({
    name: 'maru_core_feed_queue',
    help: 'Ticks, venue updates and signals that wait',
    registers,
    collect() {
      this.set(read.fed())
    },
  })
  new Gauge({
    name: 'maru_core_set_aside',
    help: 'Instruments that are heard no more and commands that are executed no more, because they broke an invariant; alarm above 0',
    registers,
    collect() {
      this.set(read.aside())
    },
  })
  const commands = new Counter({
    name: 'maru_core_commands_total',
    help: 'Commands answered after their commit',
    labelNames: ['kind', 'outcome'],
    registers,
  })
  // One counter a label pair, looked up once: hashing the labels of every bet would cost more than counting it.
  const counters = new Map<string, { inc(): void }>()
  return {
    answered(kind: string, done: boolean) {
      const name = done ? kind : `${kind}!`
      let counter = counters.get(name)
      if (counter === undefined) {
        counter = commands.labels(kind, done ? 'done' : 'refused')
        counters.set(name, counter)
      }
      counter.inc()
    },
    batches: new Histogram({
      name: 'maru_journal_batch_rows',
      help: 'Row effects of a batch',
      buckets: [1, 4, 16, 64, 250, 500, 1_000, 1_500, 3_000],
      registers,
    }),
    commits: new Histogram({
      name: 'maru_journal_commit_seconds',
      help: 'From sending a batch to its durable commit',
      buckets: [0.001, 0.002, 0.004, 0.008, 0.016, 0.032, 0.064, 0.25, 1, 4],
      registers,
    }),
    conflated: new Counter({
      name: 'maru_core_feed_conflated_total',
      help: 'Books and marks that the core did not hear because newer ones waited behind them',
      labelNames: ['kind'],
      registers,
    }),
    dropped: new Counter({
      name: 'maru_core_feed_dropped_total',
      help: 'Ticks that the core did not hear because too much waited; what they may have decided is void',
      labelNames: ['instrument'],
      registers,
    }),
    outages: new Counter({
      name: 'maru_core_outages_total',
      help: 'Stretches of more than 3 s in which the running core answered nobody',
      registers,
    }),
    refusals: new Counter({
      name: 'maru_core_unavailable_total',
      help: 'Commands turned away with TRY_AGAIN_LATER',
      registers,
    }),
    restoredBets: new Gauge({
      name: 'maru_core_restored_bets',
      help: 'Open bets that the newest restore found',
      registers,
    }),
    restores: new Counter({
      name: 'maru_core_restores_total',
      help: 'Restores from the database, by cause',
      labelNames: ['cause'],
      registers,
    }),
  }
}
