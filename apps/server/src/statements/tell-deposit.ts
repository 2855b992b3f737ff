import { byProvider, tables } from '@maru/core'
import type { Deps } from '../deps.ts'
import { select } from '../journal/index.ts'
import { depositEvent, requestIdIn } from '../providers/index.ts'
import type { Line } from './lines.ts'

/** So long a webhook may be on its way: it says who paid, a statement does not. */
export const webhookGraceMs = 30 * 60_000

/**
 * Money that came and of which no webhook told: the statement's line becomes the same fact, under the same key, so that a webhook that comes
 * after all changes nothing. Of coins a line does not say whose they are: their provider is asked. Returns how many commands that took.
 */
export async function tellDeposit(
  { db, core }: Pick<Deps, 'db' | 'core'>,
  siteId: number,
  line: Line,
  now: number,
): Promise<number> {
  const { kind, provider, providerRef, reference, currency, amount, seenAt } = line
  if (kind !== 'deposit' || provider === 'coin' || amount <= 0n || now - seenAt < webhookGraceMs) return 0
  const requestId = requestIdIn(reference)
  const [row] =
    requestId === null
      ? []
      : await db.system((tx) => select(tx, tables.dnw, 'where site_id = $1 and id = $2', [siteId, requestId]))
  // What a provider took from the member's account there the member paid; of a transfer to a bank nobody says who did.
  const payer = provider === 'bank' ? '' : (row?.counterparty ?? '')
  const closed = row && row.processedAt !== null ? row : null
  const { status } = await core.submit({
    kind: 'providerFact',
    ...byProvider(siteId, provider, depositEvent(providerRef)),
    fact: {
      kind: 'deposit',
      requestId,
      reference: reference ?? '',
      providerRef,
      amount,
      currency,
      payer,
      houseSub: '',
      closed,
    },
  })
  return status < 400 ? 1 : 0
}
