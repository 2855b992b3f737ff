import { setImmediate as turn } from 'node:timers/promises'
import type { PreparedMessage, Subscription } from '@maru/stomp'
import { beforeEach, expect, test } from 'vitest'
import { until } from '../../test/until.ts'
import type { Connection } from './connection.ts'
import { EventBoard, type Snapshot } from './event-board.ts'
import { Messages } from './messages.ts'

const subscription: Subscription = { id: 's', destination: '/user/queue/futures', ack: 'auto' }
let board: EventBoard
/** What a connection was sent: each event with its data. */
let sent: [event: string, data: unknown][]
let connection: Connection

function bodyOf(message: PreparedMessage): { event: string; data: unknown } {
  const text = message.frame('s').toString()
  return JSON.parse(text.slice(text.indexOf('\n\n') + 2, text.lastIndexOf('\0')))
}
const eventOf = (message: PreparedMessage): string => bodyOf(message).event

beforeEach(() => {
  board = new EventBoard(
    new Messages(
      () => 1,
      () => 0,
    ),
  )
  sent = []
  const deliver = (_: Subscription, message: PreparedMessage) => {
    const { event, data } = bodyOf(message)
    sent.push([event, data])
  }
  connection = { deliver } as unknown as Connection
})

const event = (batch: number, seq: number | null, epoch = 1) =>
  board.publish(['key'], 'CHANGED', batch, { epoch, batch, seq })

test('what comes while the snapshot is waited for follows it, but for what is in it; nothing is missed or sent twice', async () => {
  const { promise, resolve } = Promise.withResolvers<Snapshot>()
  const { begun } = board.subscribe(
    'key',
    connection,
    subscription,
    () => promise,
    () => expect.unreachable(),
  )
  event(4, 1)
  event(5, 2)
  event(6, 3)
  event(7, 4)
  expect(sent).toEqual([])
  resolve({ data: 'state', includes: { epoch: 1, batch: 5, seq: 2 } })
  await begun
  event(8, 5)
  expect(sent).toEqual([
    ['SNAPSHOT', 'state'],
    ['CHANGED', 6],
    ['CHANGED', 7],
    ['CHANGED', 8],
  ])
})

test('events without numbers are told apart from the snapshot by their batch, and those of an epoch before it are in it', async () => {
  const read = () => Promise.resolve({ data: 'rounds', includes: { epoch: 2, batch: 3, seq: null } })
  const { begun } = board.subscribe('key', connection, subscription, read, () => expect.unreachable())
  event(9, null, 1)
  event(3, null, 2)
  event(4, null, 2)
  await begun
  expect(sent).toEqual([
    ['SNAPSHOT', 'rounds'],
    ['CHANGED', 4],
  ])
})

test('who leaves before his snapshot is there is sent nothing; one that is refused or broken is told', async () => {
  const failures: unknown[] = []
  const failed = (error: unknown) => failures.push(error)
  const left = board.subscribe('key', connection, subscription, () => Promise.resolve(state), failed)
  left.leave()
  await left.begun
  await board.subscribe('key', connection, subscription, () => Promise.resolve(null), failed).begun
  const broken = new Error('broken')
  await board.subscribe('key', connection, subscription, () => Promise.reject(broken), failed).begun
  expect(sent).toEqual([])
  expect(failures).toEqual([null, broken])
})

const state: Snapshot = { data: 'state', includes: { epoch: 1, batch: 1, seq: 1 } }

test('a channel of many is told slice by slice, each listener once and in order, and who left meanwhile is told nothing', async () => {
  const many = 1_000
  const got = Array.from({ length: many }, (): string[] => [])
  const listeners = got.map((events) =>
    board.subscribe(
      'site',
      {
        deliver: (_: Subscription, message: PreparedMessage) => events.push(eventOf(message)),
      } as unknown as Connection,
      { ...subscription, destination: '/topic/notice/1' },
      () => ({ data: null, includes: { epoch: 1, seq: null } }),
      () => expect.unreachable(),
    ),
  )
  const stamp = { epoch: 1, seq: null }
  board.publish(['site'], 'NOTICE', 1, stamp)
  board.publish(['site'], 'NOTICE_GONE', 1, stamp)
  await turn()
  const told = () => got.filter((events) => events.includes('NOTICE')).length
  expect(told()).toBeGreaterThan(0)
  expect(told()).toBeLessThan(many)
  listeners.at(-1)?.leave()
  await until('all are told', async () => got[many - 2]?.length === 3)
  expect(got.at(-1)).toEqual(['SNAPSHOT'])
  for (const events of got.slice(0, -1)) expect(events).toEqual(['SNAPSHOT', 'NOTICE', 'NOTICE_GONE'])
})
