import { type ApprovalField, Currency, consoleStatementEndpoints } from '@maru/contract'
import { lineKindWord } from '@maru/contract/desk-words'
import type { BothLanguages } from '@maru/contract/language'
import { formatMinor, parseMinor } from '@maru/core'
import type { FastifyInstance } from 'fastify'
import { field, moneyText, none, type Payload, type SecondPerson, stale, standingOf } from '../approvals/index.ts'
import type { Deps } from '../deps.ts'
import { deskList, tariffColumns } from '../desk-lists/index.ts'
import { Refused, route } from '../http/index.ts'
import type { Tx } from '../ports.ts'
import { keptAccounts } from './accounts.ts'

/** What a tariff is of. */
interface Named {
  readonly provider: string
  readonly currency: Currency
  readonly kind: string
}
/** What may be taken, in minor units and millionths. */
interface Rate {
  readonly fixed: bigint
  readonly ratePpm: number
}
interface Raw extends Named {
  readonly fixed: string
  readonly rate_ppm: number
  readonly updated_at: string
}

/** What each provider may take, which decides how much of a stated fee is booked by itself: seen by all of the desk, changed by two persons of FINANCE. */
export function registerTariffs(app: FastifyInstance, deps: Deps, second: SecondPerson): void {
  const { db, clocks } = deps
  second.register({
    PROVIDER_TARIFF: {
      alone: 'tariff',
      item: ['provider', 'currency', 'kind'],
      permission: 'treasury',
      internal: ['was'],
      fields: async ({ siteId, payload }, tx) => fieldsOf(payload, await rateOf(tx, siteId, namedIn(payload))),
      async change(tx, { siteId, payload }) {
        const [named, after] = [namedIn(payload), rateIn(payload)]
        const before = await rateOf(tx, siteId, named, true)
        if (textOf(before) !== payload['was']) throw stale(standingOf(fieldsOf(payload, before).slice(1)))
        await writeRate(tx, siteId, named, after, clocks.wall())
        const row = [siteId, named.provider, named.currency, named.kind].join(':')
        return [{ table: 'provider_tariff', row, before: before && loggedOf(before), after: loggedOf(after) }]
      },
    },
  })

  deskList(app, deps, consoleStatementEndpoints.tariffList, tariffColumns, ({ site }) => ({
    siteId: site.id,
    source: 'provider_tariff',
    where: 'site_id = $1',
    order: 'provider, currency, kind',
    values: [site.id],
    shown: (rows: Raw[]) =>
      rows.map(({ provider, currency, kind, fixed, rate_ppm, updated_at }) => ({
        ...{ provider, currency, kind: kind as 'payout' },
        fixed: formatMinor(BigInt(fixed), currency),
        ratePpm: rate_ppm,
        updatedAt: Number(updated_at),
      })),
  }))

  route(app, deps, consoleStatementEndpoints.tariffChange, async ({ body, site, member, idempotency: { key } }) => {
    const { reason, provider, currency, kind } = body
    if (!keptAccounts.some(([name, currencies]) => name === provider && currencies.includes(currency)))
      throw new Refused('INVALID_REQUEST', { key: 'provider' })
    const inMinor = (rate: typeof body.after): Rate | null => {
      if (rate === undefined) return null
      const fixed = parseMinor(rate.fixed, currency)
      if (fixed === null || fixed < 0n) throw new Refused('INVALID_REQUEST', { key: 'fixed' })
      return { fixed, ratePpm: rate.ratePpm }
    }
    const [before, after] = [inMinor(body.before), inMinor(body.after)]
    if (textOf(before) === textOf(after)) throw new Refused('SETTING_INVALID')
    const named = { provider, currency, kind }
    const payload = {
      ...named,
      was: textOf(before),
      ...(after && { fixed: String(after.fixed), ratePpm: after.ratePpm }),
    }
    await db.tenant(site.id, async (tx) => {
      const now = await rateOf(tx, site.id, named)
      if (textOf(now) !== payload.was) throw stale(standingOf(fieldsOf(payload, now).slice(1)))
    })
    const of = { siteId: site.id, staffId: member.memberId, key, reason, subjectId: member.memberId }
    return second.ask({ ...of, kind: 'PROVIDER_TARIFF', payload })
  })
}

const namedIn = ({ provider, currency, kind }: Payload): Named => ({
  provider: String(provider),
  currency: Currency.parse(currency),
  kind: String(kind),
})
const rateIn = ({ fixed, ratePpm }: Payload): Rate | null =>
  fixed === undefined ? null : { fixed: BigInt(fixed), ratePpm: Number(ratePpm) }
const textOf = (rate: Rate | null): string => (rate === null ? '' : `${rate.fixed} ${rate.ratePpm}`)
const loggedOf = (rate: Rate | null) => ({
  fixed: rate === null ? null : String(rate.fixed),
  ratePpm: rate?.ratePpm ?? null,
})

function fieldsOf(payload: Payload, before: Rate | null): ApprovalField[] {
  const { provider, currency, kind } = namedIn(payload)
  const after = rateIn(payload)
  const fixedText = (rate: Rate | null): BothLanguages => (rate === null ? none : moneyText(rate.fixed, currency))
  const partText = (rate: Rate | null): BothLanguages | string => (rate === null ? none : `${rate.ratePpm / 10_000}%`)
  const word = lineKindWord(kind)
  const of = typeof word === 'string' ? { ko: word, en: word } : word
  return [
    field({ ko: '수수료표', en: 'Tariff' }, null, {
      ko: `${provider} ${currency} ${of.ko}`,
      en: `${provider} ${currency} ${of.en}`,
    }),
    field({ ko: '정액', en: 'Fixed' }, fixedText(before), fixedText(after)),
    field({ ko: '정률', en: 'Rate' }, partText(before), partText(after)),
  ]
}

/** A tariff as it is; `isChanged`: until the transaction ends nobody else changes it. */
async function rateOf(tx: Tx, siteId: number, named: Named, isChanged = false): Promise<Rate | null> {
  const [row] = await tx.query<Raw>(
    `select fixed, rate_ppm from provider_tariff
     where site_id = $1 and provider = $2 and currency = $3 and kind = $4${isChanged ? ' for update' : ''}`,
    [siteId, named.provider, named.currency, named.kind],
  )
  return row === undefined ? null : { fixed: BigInt(row.fixed), ratePpm: row.rate_ppm }
}

async function writeRate(tx: Tx, siteId: number, named: Named, rate: Rate | null, now: number): Promise<void> {
  const key = [siteId, named.provider, named.currency, named.kind]
  if (rate === null) {
    await tx.query(
      'delete from provider_tariff where site_id = $1 and provider = $2 and currency = $3 and kind = $4',
      key,
    )
    return
  }
  await tx.query(
    `insert into provider_tariff (site_id, provider, currency, kind, fixed, rate_ppm, updated_at) values ($1, $2, $3, $4, $5, $6, $7)
     on conflict (site_id, provider, currency, kind) do update
       set fixed = excluded.fixed, rate_ppm = excluded.rate_ppm, updated_at = excluded.updated_at`,
    [...key, String(rate.fixed), rate.ratePpm, now],
  )
}
