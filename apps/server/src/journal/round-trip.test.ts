import type pg from 'pg'
import { expect, test, vi } from 'vitest'
import { collect } from '../../../../test/collect.ts'
import { Messages, type RoundTrip, roundTrip } from './round-trip.ts'

/** What the client calls of a query. */
interface Sent {
  submit(connection: { readonly stream: { write(data: Buffer): void } }): void
  handleCommandComplete(message: { readonly text: string }): void
  handleError(error: Error): void
  handleReadyForQuery(): void
}

/** A client without a database; it holds its queries for ever, as old objects that are dead hold them for a while. */
function clientOf() {
  const queries: Sent[] = []
  const client = {
    query(query: Sent) {
      queries.push(query)
      query.submit({ stream: { write: () => {} } })
    },
  }
  return { client: client as unknown as pg.Client, queries }
}

const tripOf = (statements: number, onNearlyDone = () => {}): RoundTrip => ({
  statements: Array.from({ length: statements }, (_, nth) => ({ name: `s${nth}`, text: 'select 1', values: [] })),
  known: new Set(),
  messages: new Messages(),
  left: 1,
  onNearlyDone,
})

/** A round trip that was sent, and what it called. */
function sent(statements: number) {
  const { client, queries } = clientOf()
  const onNearlyDone = vi.fn()
  const done = roundTrip(client, tripOf(statements, onNearlyDone))
  return { query: queries[0]!, done, onNearlyDone }
}

test('a round trip is nearly done when so many statements are left, and resolves with the last tag', async () => {
  const { query, done, onNearlyDone } = sent(3)
  query.handleCommandComplete({ text: 'BEGIN' })
  expect(onNearlyDone).not.toHaveBeenCalled()
  query.handleCommandComplete({ text: 'INSERT' })
  expect(onNearlyDone).toHaveBeenCalledOnce()
  query.handleCommandComplete({ text: 'COMMIT' })
  query.handleReadyForQuery()
  expect(await done).toBe('COMMIT')
  expect(onNearlyDone).toHaveBeenCalledOnce()
})

test('the first failure counts; what the database says after it changes nothing', async () => {
  const { query, done, onNearlyDone } = sent(2)
  query.handleError(new Error('given up'))
  query.handleCommandComplete({ text: 'BEGIN' })
  query.handleReadyForQuery()
  await expect(done).rejects.toThrow('given up')
  expect(onNearlyDone).not.toHaveBeenCalled()
})

test.for(['it ended', 'it failed'])('whoever holds its query holds nothing of a round trip: %s', async (end) => {
  const { client, queries } = clientOf()
  const begin = () => {
    const trip = tripOf(2)
    return { held: new WeakRef(trip), ended: roundTrip(client, trip).catch(() => undefined) }
  }
  const { held, ended } = begin()
  if (end === 'it failed') queries[0]!.handleError(new Error('no'))
  queries[0]!.handleReadyForQuery()
  await ended
  // What a reference was asked for lives until the event loop goes on.
  await new Promise(setImmediate)
  collect()
  expect(queries).toHaveLength(1)
  expect(held.deref()).toBeUndefined()
})
