import { tables } from '@maru/core'
import type { Deps } from '../deps.ts'
import { select } from '../journal/index.ts'
import { knownFact, type ReportedFact, reportFact, requestIdIn } from '../providers/index.ts'
import type { Line } from './lines.ts'

/** So long a webhook may be on its way: it says who paid, a statement does not. */
export const webhookGraceMs = 30 * 60_000

/**
 * Money that came and of which no webhook told: the statement's line becomes the same fact, under the same name, so that a webhook that comes
 * after all changes nothing. Of coins a line does not say whose they are: their provider is asked. Returns how many commands that took.
 */
export async function tellDeposit(
  deps: Pick<Deps, 'db' | 'core'>,
  siteId: number,
  line: Line,
  now: number,
): Promise<number> {
  const { kind, provider, amount, seenAt, reference } = line
  if (kind !== 'deposit' || provider === 'coin' || amount <= 0n || now - seenAt < webhookGraceMs) return 0
  return reportLine(deps, siteId, line, requestIdIn(reference))
}

/** Reports the money that a line shows; `requestId`: what it came for, where that is known. Returns how many commands that took. */
export async function reportLine(
  deps: Pick<Deps, 'db' | 'core'>,
  siteId: number,
  { provider, providerRef, reference, currency, amount }: Line,
  requestId: number | null,
): Promise<number> {
  const [row] =
    requestId === null
      ? []
      : await deps.db.system((tx) => select(tx, tables.dnw, 'where site_id = $1 and id = $2', [siteId, requestId]))
  const fact: ReportedFact = {
    kind: 'deposit',
    requestId,
    reference: reference ?? '',
    providerRef,
    amount,
    currency,
    // What a provider took from the member's account there the member paid; of a transfer to a bank nobody says who did.
    payer: provider === 'bank' ? '' : (row?.counterparty ?? ''),
    houseSub: '',
    closed: row && row.processedAt !== null ? row : null,
  }
  const known = await knownFact(deps, siteId, provider, fact)
  const before = known?.reference === providerRef ? known.amount : null
  if (before === amount) return 0
  const event = { siteId, provider, event: `line:${providerRef}:${currency}:${before ?? ''}:${amount}` }
  const { status } = await reportFact(deps, event, fact)
  return status < 400 ? 1 : 0
}
