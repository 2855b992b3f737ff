import type { Envelope } from '@maru/contract'
import type { Destination, EventOf } from '@maru/contract/client'
import type { Connection } from './connection.ts'

export interface Channel<D extends Destination> {
  /** One message of the destination: its snapshot first, then its events, with the data that the contract declares. */
  readonly onMessage: (message: EventOf<D>) => void
  /** Something may have been missed: load again what the messages only change. */
  readonly onReload?: () => void
}

/** Makes `subscribe` of a connection: listens to a destination until the returned function is called. All live data comes in there. */
export const channelsOf =
  (connection: Connection) =>
  <D extends Destination>(destination: D, { onMessage, onReload }: Channel<D>): (() => void) =>
    connection.subscribe(destination, {
      onMessage: (envelope) => {
        if (isEvent<D>(envelope)) onMessage(envelope)
        else console.error(`live: ${envelope.event} of ${destination} without data`)
      },
      ...(onReload && { onReload }),
    })

/** The server makes its messages by the same declaration; what is checked here is that an event has data at all. */
const isEvent = <D extends Destination>(envelope: Envelope): envelope is EventOf<D> & Envelope =>
  envelope.event === 'SNAPSHOT' || (typeof envelope.data === 'object' && envelope.data !== null)
