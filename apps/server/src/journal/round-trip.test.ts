import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type pg from 'pg'
import { expect, test } from 'vitest'
import { Messages, type RoundTrip, roundTrip } from './round-trip.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

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

test('a round trip is nearly done when so many statements are left, and resolves with the last tag', async () => {
  const { client, queries } = clientOf()
  let nearly = 0
  const done = roundTrip(
    client,
    tripOf(3, () => {
      nearly += 1
    }),
  )
  queries[0]!.handleCommandComplete({ text: 'BEGIN' })
  expect(nearly).toBe(0)
  queries[0]!.handleCommandComplete({ text: 'INSERT' })
  expect(nearly).toBe(1)
  queries[0]!.handleCommandComplete({ text: 'COMMIT' })
  queries[0]!.handleReadyForQuery()
  expect(await done).toBe('COMMIT')
  expect(nearly).toBe(1)
})

test('the first failure counts; what the database says after it changes nothing', async () => {
  const { client, queries } = clientOf()
  let nearly = 0
  const done = roundTrip(
    client,
    tripOf(2, () => {
      nearly += 1
    }),
  )
  queries[0]!.handleError(new Error('given up'))
  queries[0]!.handleCommandComplete({ text: 'BEGIN' })
  queries[0]!.handleReadyForQuery()
  await expect(done).rejects.toThrow('given up')
  expect(nearly).toBe(0)
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
