// The server of `sessions`: all of it, but of the simulator's market only the overseas instruments and one that never rests, and of those
// what they say in the first fifth of each second, so that the core can follow a clock that runs hundreds of times as fast.

import { pino } from 'pino'
import { readConfig } from '../../../apps/server/src/config.ts'
import { startServer } from '../../../apps/server/src/server.ts'
import {
  createSimulator,
  type DomainClock,
  type Feed,
  isOverseas,
  marketInstruments,
} from '../../../packages/market/src/index.ts'

const config = readConfig(process.env, process.cwd())
let clock: DomainClock | null = null
const now: DomainClock = { now: () => clock!.now(), at: (at, fn) => clock!.at(at, fn) }
const simulator = createSimulator({
  seed: config.feedSeed ?? 1,
  clock: now,
  calendar: config.calendar,
  instruments: marketInstruments.filter((one) => isOverseas(one) || one.symbol === 'BTCUSDT'),
})
const feed: Feed = {
  ...simulator,
  start: (listener) =>
    simulator.start((message) => {
      if (!('sourceTs' in message) || message.kind === 'heartbeat' || message.sourceTs % 1_000 < 200) listener(message)
    }),
}
const server = await startServer({
  config,
  log: pino({ level: config.logLevel }),
  onClocks: ({ domain }) => {
    clock = domain
  },
  feed,
})
process.on('SIGTERM', () => {
  void server.stop().then(() => process.exit(0))
})
