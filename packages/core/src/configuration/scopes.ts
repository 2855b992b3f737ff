import { configureFutures, refuseFutures, refuseLooser } from '../futures/configure.ts'
import { futuresOf } from '../futures/state.ts'
import { refusalReply } from '../idempotency.ts'
import { configureMoney, moneyRowOf, refuseMoney } from '../money/config.ts'
import { configureOversea, refuseOversea } from '../oversea/configure.ts'
import { overseaOf } from '../oversea/state.ts'
import { configureOption, refuseOption } from '../rounds/configure.ts'
import { roundsOf } from '../rounds/state.ts'
import type { State, Turn } from '../state.ts'
import { marketIn } from '../trading/holders.ts'
import type { Reply } from '../types.ts'
import { type KeysOf, readChanges, refuseKey, ruleOf } from './key.ts'
import { futuresKeys, moneyKeys, overseaKeys, roundKeys, siteKeys } from './keys.ts'
import { configureSite, refuseSite } from './site.ts'
import type { ConfigChangeRow, ConfigScope } from './tables.ts'

/** What a change asks for. */
export type Asked = Pick<ConfigChangeRow, 'siteId' | 'scope' | 'optionId' | 'changes'>

/** Which row a change is about. */
export type Place = Pick<Asked, 'siteId' | 'scope' | 'optionId'>
type Values = Readonly<Record<string, unknown>>
type Now = Pick<Turn, 'at'>

/** Gets the reply to a change whose accounts are judged over several turns. */
type Later = (reply: Reply, turn: Turn) => void

/** What changes of a scope do. */
interface Scope {
  /** Why a change cannot be made now; null: it can, as far as that shows without all accounts under it. */
  refuse(state: State, asked: Asked, now: Now): Reply | null
  /** What holds now, key by key, as it would be given; null: there is no such row. */
  values(state: State, asked: Place): Values | null
  /** Whether what a change was asked on still holds, for the keys that it names. */
  isAsBefore(state: State, asked: Place, before: Values): boolean
  /** Changes nothing where it refuses. LATER: `later` gets the reply. */
  apply(state: State, asked: Asked, turn: Turn, later: Later): Reply
}

/** How the rows of a scope are found, judged and changed. */
interface Rules<Row extends object> {
  readonly keys: KeysOf<Row>
  readonly find: (state: State, asked: Place) => Row | null | undefined
  readonly refuse: (state: State, row: Row, now: Now) => Reply | null
  readonly configure: (state: State, row: Row, turn: Turn, later: Later) => Reply
}

function scopeOf<Row extends object>({ keys, find, refuse, configure }: Rules<Row>): Scope {
  /** The row as the change would have it. */
  const changed = (state: State, asked: Asked): { readonly row: Row } | Reply => {
    const row = find(state, asked)
    if (!row)
      return refusalReply(asked.scope === 'site' || asked.scope === 'money' ? 'SITE_NOT_FOUND' : 'STOCK_NOT_FOUND')
    const read = readChanges(keys, asked.changes)
    return 'fault' in read ? refuseKey(read.fault, ruleOf(keys, read.fault)) : { row: { ...row, ...read.parts } }
  }
  const valuesOf = (row: Row): Values => jsonOf(Object.fromEntries(names.map((name) => [name, row[name as keyof Row]])))
  const names = Object.keys(keys)
  return {
    refuse(state, asked, now) {
      const found = changed(state, asked)
      return 'row' in found ? refuse(state, found.row, now) : found
    },
    values(state, asked) {
      const row = find(state, asked)
      return row ? valuesOf(row) : null
    },
    isAsBefore(state, asked, before) {
      const row = find(state, asked)
      const read = readChanges(keys, before)
      if (!row || 'fault' in read) return false
      const [was, is] = [jsonOf(read.parts), valuesOf(row)]
      return Object.keys(was).every((name) => JSON.stringify(was[name]) === JSON.stringify(is[name]))
    },
    apply(state, asked, turn, later) {
      const found = changed(state, asked)
      return 'row' in found ? configure(state, found.row, turn, later) : found
    },
  }
}

/** As JSON holds it: amounts are strings of digits. */
const jsonOf = (values: object): Values =>
  JSON.parse(
    JSON.stringify(values, (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value)),
  ) as Values

/** Every scope of the configuration. */
export const scopes: Readonly<Record<ConfigScope, Scope>> = {
  site: scopeOf({
    keys: siteKeys,
    find: (state, { siteId, optionId }) => (optionId === null ? state.sites.get(siteId)?.row : null),
    refuse: refuseSite,
    configure: configureSite,
  }),
  money: scopeOf({
    keys: moneyKeys,
    find: (state, { siteId, optionId }) =>
      optionId === null && state.sites.has(siteId) ? moneyRowOf(state, siteId) : null,
    refuse: refuseMoney,
    configure: configureMoney,
  }),
  round: scopeOf({
    keys: roundKeys,
    find(state, { siteId, optionId }) {
      const option = optionId === null ? undefined : roundsOf(state).options.get(optionId)
      return option?.row.siteId === siteId ? option.row : null
    },
    refuse: refuseOption,
    configure: configureOption,
  }),
  futures: scopeOf({
    keys: futuresKeys,
    find: (state, { siteId, optionId }) =>
      optionId === null ? null : marketIn(futuresOf(state), siteId, optionId)?.row,
    refuse: (state, row) => refuseFutures(state, row) ?? refuseLooser(state, row),
    configure: (state, row, turn, later) => refuseLooser(state, row) ?? configureFutures(state, row, turn, later),
  }),
  oversea: scopeOf({
    keys: overseaKeys,
    find: (state, { siteId, optionId }) =>
      optionId === null ? null : marketIn(overseaOf(state), siteId, optionId)?.row,
    refuse: refuseOversea,
    configure: configureOversea,
  }),
}
