// Set-up of each test file that Node.js runs: fails it where it leaves a process or a listening server behind, or listens on a fixed port.
import { AsyncLocalStorage } from 'node:async_hooks'
import type { ChildProcess } from 'node:child_process'
import { channel, tracingChannel } from 'node:diagnostics_channel'
import type { Server } from 'node:net'
import { join, relative } from 'node:path'
import { afterAll, beforeAll } from 'vitest'

interface Started {
  readonly what: () => string
  /** File and line of the test that started it. */
  readonly where: string
  readonly isRunning: () => boolean
  /** Resolves when it has ended. */
  readonly ended: Promise<unknown>
}

interface State {
  started: Started[]
  readonly faults: string[]
  /** Ports that the system has assigned: a restart may listen on one again. */
  readonly assigned: Set<number>
  readonly outliving: AsyncLocalStorage<true>
}

const root = join(import.meta.dirname, '..')
// One for each worker, whose files share the hooks of the process.
const known = globalThis as { maruLeftovers?: State }
known.maruLeftovers ??= watch()
const state = known.maruLeftovers

/** Starts what several files of a worker share: it may be running when one of them ends. */
export const outlivesFile = <T>(start: () => T): T => state.outliving.run(true, start)

beforeAll(() => {
  state.started = []
  state.faults.length = 0
})

afterAll(async () => {
  // A process that was killed is gone a moment later.
  await Promise.race([Promise.all(state.started.map(({ ended }) => ended)), passed(graceMs)])
  const running = state.started.filter(({ isRunning }) => isRunning())
  const faults = [
    ...state.faults,
    ...running.map(({ what, where }) => `${where} leaves ${what()} behind: end it in the test or in afterAll`),
  ]
  if (faults.length > 0) throw new Error(faults.join('\n'))
})

const graceMs = 2_000
const passed = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms).unref())

function watch(): State {
  const state: State = { started: [], faults: [], assigned: new Set(), outliving: new AsyncLocalStorage() }
  channel('child_process').subscribe((message) => {
    if (state.outliving.getStore()) return
    const { process: child } = message as { process: ChildProcess }
    state.started.push({
      what: () => `the process ${child.spawnargs.slice(0, 3).join(' ')}`,
      where: caller(),
      isRunning: () => child.pid !== undefined && child.exitCode === null && child.signalCode === null,
      ended: new Promise((resolve) => child.once('exit', resolve).once('error', resolve)),
    })
  })
  tracingChannel('net.server.listen').asyncStart.subscribe((message) => {
    const { server, options } = message as { server: Server; options: { port?: unknown; path?: unknown } }
    const where = caller()
    const port = Number(options.port ?? 0)
    if (port !== 0 && options.path === undefined && !state.assigned.has(port))
      state.faults.push(`${where} listens on port ${port}: listen on port 0, which takes a free one`)
    server.once('listening', () => {
      const address = server.address()
      if (typeof address === 'object' && address !== null) state.assigned.add(address.port)
    })
    if (state.outliving.getStore()) return
    state.started.push({
      what: () => 'a listening server',
      where,
      isRunning: () => server.listening,
      ended: new Promise((resolve) => server.once('close', resolve).once('error', resolve)),
    })
  })
  return state
}

/** File and line of the innermost frame in a test file, else in a file of the repository. */
function caller(): string {
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = 100
  const frames = (new Error().stack ?? '').split('\n')
  Error.stackTraceLimit = limit
  const places = frames
    .flatMap((frame) => (frame.includes('node:') ? [] : [/(\/[^\s()?]+)(?:\?[^:]*)?:(\d+):\d+\)?$/.exec(frame)]))
    .filter((match) => match !== null && !/node_modules|leftovers\.ts/.test(match[1]!))
    .map((match) => `${relative(root, match![1]!)}:${match![2]}`)
  return places.find((place) => place.includes('.test.')) ?? places[0] ?? 'an unknown place'
}
