import type { ConfigKey, ConfigRow, ConfigScope } from '@maru/contract'
import {
  type AnswerOf,
  type ConfigChangeRow,
  defaultMoney,
  futuresKeys,
  type KeyForm,
  moneyKeys,
  overseaKeys,
  roundKeys,
  shippedFutures,
  shippedOversea,
  shippedRound,
  shippedSite,
  siteKeys,
  tables,
} from '@maru/core'
import { shippedBrackets } from '@maru/positions'
import { type DatabaseRow, readerOf } from '../journal/index.ts'
import type { Database, Reads } from '../ports.ts'
import { keyWords } from './key-words.ts'

type Values = Readonly<Record<string, unknown>>
/** A row of the configuration, without what holds for it. */
export type Listed = Pick<ConfigRow, 'scope' | 'optionId' | 'name' | 'defaults'>

const formsOf: Readonly<Record<ConfigScope, Readonly<Record<string, { readonly form: KeyForm }>>>> = {
  site: siteKeys,
  money: moneyKeys,
  round: roundKeys,
  futures: futuresKeys,
  oversea: overseaKeys,
}

/** The keys of a scope in the order of their declaration. */
export const keysOf = (scope: ConfigScope): ConfigKey[] =>
  Object.entries(formsOf[scope]).map(([key, { form }]) => {
    const [name, unit] = keyWords[scope][key] ?? [key, '']
    return { key, name, unit, ...form }
  })

/** As JSON holds it, of the keys of a scope alone. */
function ofKeys(scope: ConfigScope, values: object): Values {
  const own = Object.entries(values).filter(([key]) => key in formsOf[scope])
  return JSON.parse(
    JSON.stringify(Object.fromEntries(own), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as Values
}

/** Everything of a site that can be configured. */
export async function listRows(reads: Reads, siteId: number): Promise<Listed[]> {
  const [rounds, futures, oversea] = await Promise.all([
    reads.ask('rounds.options', { siteId }),
    reads.ask('futures.options', { siteId }),
    reads.ask('oversea.options', { siteId }),
  ])
  return [
    { scope: 'site', optionId: null, name: { ko: '사이트', en: 'Site' }, defaults: ofKeys('site', shippedSite) },
    {
      scope: 'money',
      optionId: null,
      name: { ko: '입출금', en: 'Deposits and withdrawals' },
      defaults: ofKeys('money', defaultMoney),
    },
    ...rounds.value.map(({ id, koName, type }): Listed => {
      return { scope: 'round', optionId: id, name: `${koName} ${type}`, defaults: ofKeys('round', shippedRound(type)) }
    }),
    ...futures.value.map(({ id, koName, instrument }): Listed => {
      const shipped = { ...shippedFutures, brackets: shippedBrackets(instrument) }
      return {
        scope: 'futures',
        optionId: id,
        name: { ko: `${koName} 무기한`, en: `${koName} perpetual` },
        defaults: ofKeys('futures', shipped),
      }
    }),
    ...oversea.value.map(({ id, koName }): Listed => {
      return {
        scope: 'oversea',
        optionId: id,
        name: { ko: `${koName} 해외선물`, en: `${koName} overseas futures` },
        defaults: ofKeys('oversea', shippedOversea),
      }
    }),
  ]
}

/** What holds for a row; null: the site has none. */
export const valuesOf = async (
  reads: Reads,
  siteId: number,
  { scope, optionId }: Pick<Listed, 'scope' | 'optionId'>,
): Promise<AnswerOf<'configuration.values'>> =>
  (await reads.ask('configuration.values', { siteId, scope, optionId })).value

export const readChange = readerOf(tables.configChanges)

type Newest = Pick<ConfigChangeRow, 'id' | 'effectiveFrom'>

/** The newest change that holds of each row, by `nameOfRow`. */
export async function newestChanges(db: Database, siteId: number): Promise<ReadonlyMap<string, Newest>> {
  const rows = await db.tenant(siteId, (tx) =>
    tx.query<{ scope: ConfigScope; option_id: string | null; id: string; effective_from: string }>(
      `select distinct on (scope, option_id) scope, option_id, id, effective_from from config_change
       where site_id = $1 and state = 'APPLIED' order by scope, option_id, effective_from desc, id desc`,
      [siteId],
    ),
  )
  return new Map(
    rows.map(({ scope, option_id, id, effective_from }) => [
      nameOfRow({ scope, optionId: option_id === null ? null : Number(option_id) }),
      { id: Number(id), effectiveFrom: Number(effective_from) },
    ]),
  )
}

const mostTold = 5

/** What somebody who saw a row at one version has not seen: the changes after it, the newest first. */
export const changesSince = (
  db: Database,
  siteId: number,
  { scope, optionId }: Pick<Listed, 'scope' | 'optionId'>,
  version: number,
): Promise<ConfigChangeRow[]> =>
  db.tenant(siteId, async (tx) =>
    (
      await tx.query<DatabaseRow>(
        `select * from config_change c where site_id = $1 and scope = $2 and option_id is not distinct from $3 and state = 'APPLIED'
            and id <> $4 and (effective_from, id) > (coalesce((select effective_from from config_change s where s.site_id = $1 and s.id = $4), 0), $4)
          order by effective_from desc, id desc limit ${mostTold}`,
        [siteId, scope, optionId, version],
      )
    ).map(readChange),
  )

export const nameOfRow = ({ scope, optionId }: Pick<Listed, 'scope' | 'optionId'>): string =>
  `${scope}:${optionId ?? ''}`
