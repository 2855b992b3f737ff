import { byProvider, type Command, factKeyOf, type MoneyFactRow, tables } from '@maru/core'
import type { Deps } from '../deps.ts'
import { select } from '../journal/index.ts'
import type { Told } from '../ports.ts'

export type ReportedFact = Extract<Command, { kind: 'providerFact' }>['fact']

/** Whose event it is, and what names it: an event that is repeated gets the answer of before. */
export interface FactEvent {
  readonly siteId: number
  readonly provider: string
  readonly event: string
}

/** Hands a fact to the core, in whatever form the house heard of it, with what is stored of it since it was reported first. */
export async function reportFact(
  { db, core }: Pick<Deps, 'db'> & { readonly core: Pick<Deps['core'], 'submit'> },
  { siteId, provider, event }: FactEvent,
  fact: ReportedFact,
): Promise<Told> {
  const known = await knownFact({ db }, siteId, provider, fact)
  return core.submit({ kind: 'providerFact', ...byProvider(siteId, provider, event), fact, known })
}

/** So long after a line without a reference a webhook may report the same money: providers do not repeat one for longer. */
const namelessMs = 72 * 3_600_000

/** What is stored of a fact: under its name, else of the oldest line without a reference that shows money of its amount and that no name is known of. */
export async function knownFact(
  { db }: Pick<Deps, 'db'>,
  siteId: number,
  provider: string,
  fact: ReportedFact,
): Promise<MoneyFactRow | null> {
  const key = factKeyOf(siteId, provider, fact)
  if (key === null) return null
  const { sub, currency, kind, state, reference } = key
  const place = [siteId, provider, sub, currency, kind, state, reference]
  const [own] = await db.tenant(siteId, (tx) => select(tx, tables.moneyFacts, byKey, place))
  if (own !== undefined || fact.kind !== 'deposit') return own ?? null
  const [line] = await db.tenant(siteId, (tx) =>
    select(tx, tables.moneyFacts, byAmount, [...place.slice(0, 6), String(fact.amount), namelessMs]),
  )
  return line ?? null
}

const byAccount = 'where site_id = $1 and provider = $2 and sub = $3 and currency = $4 and kind = $5 and state = $6'
const byKey = `${byAccount} and reference = $7`
const byAmount = `${byAccount} and reference ~ '^\\d{4}-\\d\\d-\\d\\d/' and named_by = '' and amount = $7
  and created_at > (select max(created_at) from money_fact where site_id = $1) - $8::bigint order by created_at limit 1`
