import { randomUUID } from 'node:crypto'
import type { OutgoingRow } from '@maru/core'
import type { Bus, Tx } from '../ports.ts'
import { SealedBox } from '../sealed-box.ts'
import { derivedKey } from '../secrets.ts'
import { ask } from './store.ts'

/** A mail, a message to a phone, or one to a device. */
export interface Message {
  readonly siteId: number
  readonly kind: 'mail' | 'sms' | 'push'
  /** Whose circuit it counts to; one of its kind where it is left out. */
  readonly provider?: string
  /** An address, a number, or the id of a device. */
  readonly to: string
  /** Of a mail; others have none. */
  readonly subject: string
  readonly text: string
  /** Wall clock: of no use any more from then on; null: never. */
  readonly expiresAt: number | null
  /** A mail or a message to the phone of somebody of the house: the sandbox shows it on its own machine alone. */
  readonly isForStaff?: boolean
}

type Sealed = Pick<Message, 'to' | 'subject' | 'text' | 'isForStaff'>

/** Messages to members and guests: rows of `outgoing` whose text nobody reads in the database. */
export class Messages {
  readonly #box: SealedBox
  readonly #bus: Bus
  readonly #now: () => number

  constructor(tokenSecret: string, bus: Bus, now: () => number) {
    this.#box = new SealedBox(derivedKey(tokenSecret, 'outgoing-message'))
    this.#bus = bus
    this.#now = now
  }

  /** Asks for a message in the transaction of what it is about; it leaves after that. Gives its id. */
  async write(tx: Tx, message: Message): Promise<string> {
    const { siteId, kind, provider = kind, to, subject, text, expiresAt, isForStaff = false } = message
    const id = randomUUID()
    const sealed = this.#box.close(
      JSON.stringify({ to, subject, text, ...(isForStaff && { isForStaff }) } satisfies Sealed),
      whereOf({ siteId, id }),
    )
    const payload = { sealed: sealed.toString('base64'), expiresAt }
    await ask(tx, { siteId, id, kind, provider, payload }, this.#now())
    return id
  }

  /** What was written can leave: its transaction is committed. */
  wake(): void {
    this.#bus.publish('outgoing', null)
  }

  /** What a row says. Throws where it was changed or moved. */
  open(row: Pick<OutgoingRow, 'siteId' | 'id' | 'payload'>): Sealed {
    return JSON.parse(this.#box.open(Buffer.from(String(row.payload['sealed']), 'base64'), whereOf(row)))
  }
}

/** When a message ends. */
export const endOf = ({ payload }: OutgoingRow): number | null => (payload['expiresAt'] ?? null) as number | null

const whereOf = ({ siteId, id }: Pick<OutgoingRow, 'siteId' | 'id'>) => `outgoing.payload:${siteId}:${id}`
