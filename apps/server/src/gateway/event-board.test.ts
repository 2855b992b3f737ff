import type { PreparedMessage, Subscription } from '@maru/stomp'
import { beforeEach, expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import { EventBoard, type Snapshot } from './event-board.ts'
import { Messages } from './messages.ts'

const subscription: Subscription = { id: 's', destination: '/user/queue/futures', ack: 'auto' }
let board: EventBoard
/** What a connection was sent: each event with its data. */
let sent: [event: string, data: unknown][]
let connection: Connection

beforeEach(() => {
  board = new EventBoard(
    new Messages(
      () => 1,
      () => 0,
    ),
  )
  sent = []
  const deliver = (_: Subscription, message: PreparedMessage) => {
    const text = message.frame('s').toString()
    const { event, data } = JSON.parse(text.slice(text.indexOf('\n\n') + 2, text.lastIndexOf('\0')))
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
