import type { Command, Effects } from '../../src/index.ts'
import { equal } from '../checks.ts'

/** Providers that have no row here: one that may report no fact at all, and one that may report of its own rows. */
export const strangers = ['sms', 'gluwa'] as const

type OfProvider = Extract<Command, { kind: 'providerFact' | 'payoutOutcome' }>

/** Whether a provider reports what is another one's business. */
export const isOfStranger = (command: Command): command is OfProvider =>
  (command.kind === 'providerFact' || command.kind === 'payoutOutcome') &&
  (strangers as readonly string[]).includes(command.actor.id)

/** Judges what came of it: no row of anybody changed, and money that it reported lies in suspense of its own account. */
export function judgeStranger({ kind, actor }: OfProvider, { reply, rows }: Effects): void {
  // The other one may have money of its own that names no row.
  if (kind === 'providerFact' && actor.id === 'sms')
    equal(JSON.stringify(reply?.body), '{"isForeign":true}', `the answer to ${kind} of ${actor.id}`)
  const { dnw, payouts, arrivals, p2pOrders, wallets, suspenses, postings } = rows
  const changed = [...dnw, ...payouts, ...arrivals, ...p2pOrders, ...wallets]
  equal(changed.length, 0, `rows that ${actor.id} changed by ${kind}`)
  if (suspenses.length > 1) throw new Error(`${actor.id} brought money ${suspenses.length} times at once`)
  for (const { houseAccount, houseSub, memberId } of suspenses)
    equal(`${houseAccount} ${houseSub} ${memberId}`, `PROVIDER_CLEARING ${actor.id} null`, 'where its money lies')
  equal(postings.length, 2 * suspenses.length, `postings of ${kind} by ${actor.id}`)
}
