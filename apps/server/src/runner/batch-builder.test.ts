import {
  byMember,
  byStaff,
  bySystem,
  type Command,
  type Core,
  type CoreSnapshot,
  type HouseRow,
  type LateReply,
  replyKeyOf,
  type Tick,
} from '@maru/core'
import { expect, test } from 'vitest'
import { countingCore } from '../../test/counting-core.ts'
import { canGoOn, fill, limits, openBatch, type Sources } from './batch-builder.ts'
import { CommandQueue } from './command-queue.ts'
import { FeedQueue } from './feed-queue.ts'
import type { Pending } from './pending.ts'

const shortRows = 250

const emptyFeed = () => new FeedQueue({ onConflated: () => undefined, onDropped: () => undefined })

/** A core that always has something due: as many rows as it may. */
function busyCore(): Core {
  const core = countingCore({ wallets: [] as CoreSnapshot['wallets'] } as CoreSnapshot)
  const row: HouseRow = { siteId: 1, account: 'PNL_ROUND', sub: '', currency: 'KRW', balance: 0n }
  return {
    ...core,
    more: () => true,
    advance(ctx, maxRows) {
      const effects = core.advance(ctx, maxRows)
      return { ...effects, rows: { ...effects.rows, house: Array.from({ length: Math.ceil(maxRows) }, () => row) } }
    },
  }
}

function sourcesOf(waiting: number): Sources {
  const commands = new CommandQueue()
  const command: Command = { kind: 'openMember', ...bySystem(1), memberId: 7, grants: [] }
  for (let n = 0; n < waiting; n++) commands.push({ command, resolve: () => {}, reject: () => {} })
  return {
    core: busyCore(),
    now: () => 0,
    wall: () => 0,
    nextId: () => 1,
    idsLeft: () => 1_000_000,
    feed: emptyFeed(),
    commands,
    shortRows,
    unanswered: new Map(),
  }
}

/** A batch that was filled until it has no room for what waits. */
function filled(waiting: number) {
  const sources = sourcesOf(waiting)
  const batch = openBatch(0)
  while (canGoOn(batch, 0, sources)) fill(batch, sources)
  return { batch, sources }
}

test('what time and prices trigger fills a short batch, so that no command waits for long', () => {
  const { batch } = filled(0)
  expect(batch.triggered).toBe(shortRows)
})

test('a batch with many commands has room for as much of their fills', () => {
  const { batch } = filled(20)
  expect(batch.answers).toHaveLength(20)
  expect(batch.triggered).toBe(shortRows + 20 * limits.triggeredRowsACommand)
})

test('no batch exceeds its rows and commands, whatever waits', () => {
  const { batch, sources } = filled(2_000)
  expect(batch.answers.length).toBeLessThanOrEqual(limits.commands)
  expect(batch.rows.effects).toBeLessThanOrEqual(limits.rowEffects)
  expect(sources.commands.others.length).toBe(2_000 - batch.answers.length)
})

test('a batch without room for what is due takes a command all the same, and a new batch goes on with the rest', () => {
  const { batch, sources } = filled(0)
  expect(canGoOn(null, 0, sources)).toBe(true)
  const command: Command = { kind: 'openMember', ...bySystem(1), memberId: 7, grants: [] }
  const late: Sources = { ...sources, commands: new CommandQueue() }
  ;(late.commands as CommandQueue).push({ command, resolve: () => {}, reject: () => {} })
  expect(canGoOn(batch, 0, late)).toBe(true)
  fill(batch, late)
  expect(batch.answers).toHaveLength(1)
})

test('prices come at the time of their receipt, and while they have waited too long neither time nor a command decides', () => {
  const heard: number[] = []
  let advanced = 0
  const feed = emptyFeed()
  for (let at = 1; at <= 40; at++) {
    const tick: Tick = {
      instrument: 'BTCUSDT',
      source: 'test',
      sourceTradeId: String(at),
      sourceTs: at,
      recvTs: at,
      price: 1,
      qty: '1',
      seq: at,
    }
    feed.push({ kind: 'tick', tick, at })
  }
  const { commands } = sourcesOf(3)
  const slow: Core = {
    ...busyCore(),
    tick(tick, ctx) {
      heard.push(ctx.at)
      for (const until = performance.now() + 1; performance.now() < until; );
      return countingCore({ wallets: [] as CoreSnapshot['wallets'] } as CoreSnapshot).tick(tick, ctx)
    },
    advance(ctx, maxRows) {
      advanced += 1
      return busyCore().advance(ctx, maxRows)
    },
  }
  const sources: Sources = {
    core: slow,
    now: () => 1_000,
    wall: () => 1_000,
    nextId: () => 1,
    idsLeft: () => 1_000_000,
    feed,
    commands,
    shortRows,
    unanswered: new Map(),
  }
  const batch = openBatch(0)
  fill(batch, sources)
  expect(heard.length).toBeLessThan(40)
  expect([batch.answers.length, advanced, commands.others.length]).toEqual([0, 0, 3])
  while (feed.length > 0) fill(batch, sources)
  expect(heard).toEqual(Array.from({ length: 40 }, (_, n) => n + 1))
  while (batch.answers.length < 3) fill(batch, sources)
  expect(advanced).toBeGreaterThan(0)
  expect(batch.at).toBe(1_000)
})

test('a command that the core answers later is answered by the batch that decides it, and once', () => {
  const key = { key: 'k1', route: 'POST /x', bodyHash: 'h' }
  const member = { siteId: 1, memberId: 7 }
  const command: Command = { kind: 'transferOwn', ...byMember(member, key), from: 'USDT', to: 'FUTURES', point: 1n }
  const late: LateReply = { key: replyKeyOf(command)!, reply: { status: 200, body: {} } }
  let isDecided = false
  const base = countingCore({ wallets: [] as CoreSnapshot['wallets'] } as CoreSnapshot)
  const core: Core = {
    ...base,
    execute: (_command, ctx) => base.advance(ctx, 1),
    more: () => isDecided,
    advance(ctx, maxRows) {
      isDecided = false
      return { ...base.advance(ctx, maxRows), late: [late, late] }
    },
  }
  const pending: Pending = { command, resolve: () => {}, reject: () => {} }
  const commands = new CommandQueue()
  commands.push(pending)
  const sources: Sources = { ...sourcesOf(0), core, commands }
  const first = openBatch(0)
  fill(first, sources)
  expect([first.answers, sources.unanswered.size]).toEqual([[], 1])
  isDecided = true
  const second = openBatch(0)
  fill(second, sources)
  expect(second.answers).toEqual([{ pending, reply: late.reply }])
  expect(sources.unanswered.size).toBe(0)
})

/** Rows that the played core gives each command. */
const rowsEach = 10

/** What staff command, each with as many rows as members' commands have; the core does nothing else. */
function deskAndMembers(staff: number, members: number) {
  const row: HouseRow = { siteId: 1, account: 'PNL_ROUND', sub: '', currency: 'KRW', balance: 0n }
  const idle = countingCore({ wallets: [] as CoreSnapshot['wallets'] } as CoreSnapshot)
  const core: Core = {
    ...idle,
    more: () => false,
    execute(command, ctx) {
      const effects = idle.execute(command, ctx)
      return { ...effects, rows: { ...effects.rows, house: Array.from({ length: rowsEach }, () => row) } }
    },
  }
  const commands = new CommandQueue()
  const push = (command: Command) => commands.push({ command, resolve: () => {}, reject: () => {} })
  const opening = { kind: 'openMember', memberId: 7, grants: [] } as const
  const desk = { ...opening, ...byStaff(1, 9, 'seen') } as unknown as Command
  for (let n = 0; n < staff; n++) push(desk)
  for (let n = 0; n < members; n++) push({ ...opening, ...bySystem(1) })
  const sources: Sources = { ...sourcesOf(0), core, commands }
  const batchOf = () => {
    const batch = openBatch(0)
    while (canGoOn(batch, 0, sources)) fill(batch, sources)
    const kinds = batch.answers.map(({ pending }) => pending.command.actor.kind)
    return { staff: kinds.filter((kind) => kind === 'staff').length, all: kinds.length }
  }
  return { batchOf, commands, sources }
}

test('beside members a batch has room for few commands of staff; the rest comes in the next ones, and none is lost', () => {
  const { batchOf, commands } = deskAndMembers(200, 3)
  const first = batchOf()
  expect(first.all - first.staff).toBe(3)
  expect(first.staff).toBeGreaterThan(0)
  expect(first.staff).toBeLessThanOrEqual((limits.staffShorts * shortRows) / rowsEach)
  const second = batchOf()
  expect(second.staff).toBe(second.all)
  expect(first.staff + second.staff + batchOf().staff).toBe(200)
  expect(commands.length).toBe(0)
})

test('staff alone fill a batch, and members who are many never keep staff out of it', () => {
  expect(deskAndMembers(80, 0).batchOf()).toEqual({ staff: 80, all: 80 })
  const { batchOf } = deskAndMembers(5, 2_000)
  expect(batchOf().staff).toBe(5)
})

test('a batch with room for no more staff does not ask to go on for them, and a new one does', () => {
  const { commands, sources } = deskAndMembers(200, 1)
  const batch = openBatch(0)
  // A fill ends after 2 ms, which a pause of the machine takes too: a hundred are enough.
  for (let fills = 0; fills < 100 && canGoOn(batch, 0, sources); fills++) fill(batch, sources)
  expect(commands.staff.length).toBeGreaterThan(0)
  expect(canGoOn(batch, 0, sources)).toBe(false)
  expect(canGoOn(null, 0, sources)).toBe(true)
})
