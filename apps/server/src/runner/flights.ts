import { isCommitted, type JournalFailed } from '../journal/index.ts'
import type { Database } from '../ports.ts'
import type { OpenBatch } from './batch-builder.ts'
import type { Moment } from './outages.ts'

/** A batch on its way to the database. */
export interface Flight {
  readonly batch: OpenBatch
  readonly epoch: number
  readonly seq: number
  readonly sent: Moment
  /** What follows now is there before it ends. */
  isNearlyDone: boolean
  /** How it ended; null while it is under way. */
  failure: JournalFailed | null
}

/** Takes all flights away. Whether they are in the database is for the next core to find out; the callers ask again with the same key. */
export function abandonFlights(flights: Flight[], refusal: () => Error): void {
  for (const flight of flights.splice(0)) reject(flight, refusal)
}

/** The lease is ours, so that what is in the database of the batches that were under way is final: they are told, or rejected. */
export async function settleFlights(
  db: Database,
  siteGroup: string,
  flights: Flight[],
  tell: (flight: Flight) => void,
  refusal: () => Error,
): Promise<void> {
  for (const flight of [...flights]) {
    if (flight.failure?.ambiguous && (await isCommitted(db, siteGroup, flight))) tell(flight)
    else reject(flight, refusal)
    flights.splice(flights.indexOf(flight), 1)
  }
}

function reject({ batch }: Flight, refusal: () => Error): void {
  for (const { pending } of batch.answers) pending.reject(refusal())
}
