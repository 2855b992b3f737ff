import { randomUUID } from 'node:crypto'
import type { OutgoingRow } from '@maru/core'
import { z } from 'zod'
import { ask } from '../outgoing/index.ts'
import type { Tx } from '../ports.ts'

const Plain = z.object({
  memberId: z.int(),
  about: z.enum([
    'PASSWORD',
    'TOTP_ADDED',
    'TOTP_REMOVED',
    'ACCOUNT_ADDED',
    'ACCOUNT_REMOVED',
    'ADDRESS_ADDED',
    'ADDRESS_REMOVED',
    'CEILING',
  ]),
})
const Exit = z.object({
  memberId: z.int(),
  about: z.enum(['WITHDRAWAL', 'SALE', 'TRANSFER']),
  requestId: z.int(),
})
/** `at`: wall clock. */
const Device = z.object({ memberId: z.int(), about: z.literal('DEVICE'), device: z.string(), at: z.int() })
/** `at`: from when on it holds for what is open, wall clock. */
const Margin = z.object({
  memberId: z.int(),
  about: z.literal('MARGIN_RAISED'),
  stock: z.string(),
  instrument: z.string(),
  at: z.int(),
})
const Losscut = z.object({ memberId: z.int(), about: z.literal('LOSSCUT_RAISED'), at: z.int() })
/** `at`: its time, domain clock. */
const Funding = z.object({
  memberId: z.int(),
  about: z.literal('FUNDING_VOID'),
  stock: z.string(),
  instrument: z.string(),
  at: z.int(),
})
const Notice = z.discriminatedUnion('about', [Plain, Exit, Device, Margin, Losscut, Funding])

/** What happened to a member's account. No amount of money: a lock screen shows it to anybody. */
export type Notice = z.infer<typeof Notice>

/** Asks, in the transaction of the fact, that a member hears of it; it leaves once that is committed. */
export const askNotice = (tx: Tx, siteId: number, notice: Notice, now: number): Promise<void> =>
  ask(tx, { siteId, id: randomUUID(), kind: 'notice', provider: 'notice', payload: { ...notice } }, now)

/** What a row says. Throws on any other form. */
export const noticeOf = ({ payload }: Pick<OutgoingRow, 'payload'>): Notice => Notice.parse(payload)
