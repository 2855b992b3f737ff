import { Coin, type SettingRule } from '@maru/contract'
import { type Bracket, type Brackets, bracketFault } from '@maru/positions'
import { refusalReply } from '../idempotency.ts'
import type { CoinConfig } from '../money/tables.ts'
import { arePauses, type Pause } from '../stops/pauses.ts'
import type { Reply } from '../types.ts'

/** A value that staff may change: how it comes in as JSON, and what of it is allowed. */
export interface Key<Value = unknown> {
  /** The value; undefined where it is none that the key allows. */
  readonly read: (json: unknown) => Value | undefined
  readonly allows: (value: Value) => boolean
  /** What pages that edit it offer. */
  readonly form: KeyForm
  /** What a value breaks that it does not allow; RANGE where nothing is said. */
  readonly rule?: SettingRule
}

/** What kind of value a key has, and between which it lies; amounts are strings of digits. */
export interface KeyForm {
  readonly type: 'flag' | 'whole' | 'amount' | 'brackets' | 'coins' | 'pauses'
  readonly min: number | string | null
  readonly max: number | string | null
}

/** Keys of a scope: each is a field of its row. */
export type KeysOf<Row> = { readonly [K in keyof Row]?: Key<Row[K]> }

const key = <Value>(
  form: KeyForm,
  parse: (json: unknown) => Value | undefined,
  allows: (value: Value) => boolean,
): Key<Value> => ({
  form,
  read(json) {
    const value = parse(json)
    return value !== undefined && allows(value) ? value : undefined
  },
  allows,
})

const unbounded = (type: KeyForm['type']): KeyForm => ({ type, min: null, max: null })

export const flag: Key<boolean> = key(
  unbounded('flag'),
  (json) => (typeof json === 'boolean' ? json : undefined),
  () => true,
)

/** A whole number from `min` to `max`. */
export const whole = (min: number, max: number): Key<number> =>
  key(
    { type: 'whole', min, max },
    (json) => (typeof json === 'number' ? json : undefined),
    (value) => Number.isSafeInteger(value) && value >= min && value <= max,
  )

/** What a column of the database holds at most. */
const MOST = 2n ** 63n - 1n

/** An amount from `min` to `max`; a string of digits in JSON. */
export const amount = (min: bigint, max = MOST): Key<bigint> =>
  key({ type: 'amount', min: String(min), max: String(max) }, digits, (value) => value >= min && value <= max)

/** The same key; what it does not allow breaks a rule of its own. */
export const ruled = <Value>(rule: SettingRule, of: Key<Value>): Key<Value> => ({ ...of, rule })

/** The refusal of a value of a key. */
export const refuseKey = (key: string, rule: SettingRule): Reply => refusalReply('INVALID_REQUEST', { key, rule })

/** The first value of a row that its key does not allow, refused; null: all are allowed. */
export function refuseRow<Row extends object>(keys: KeysOf<Row>, row: Row): Reply | null {
  const name = faultIn(keys, row)
  return name === null ? null : refuseKey(name, ruleOf(keys, name))
}

/** What a value breaks that its key does not allow. */
export const ruleOf = <Row extends object>(keys: KeysOf<Row>, name: string): SettingRule =>
  keys[name as keyof Row]?.rule ?? 'RANGE'

/** A table of leverage brackets; its amounts are strings of digits. */
export const brackets: Key<Brackets> = key(
  unbounded('brackets'),
  (json): Brackets | undefined => {
    const rows: readonly (Bracket | undefined)[] = Array.isArray(json) ? json.map(bracketIn) : []
    return rows.every((row) => row !== undefined) ? rows : undefined
  },
  (table) => bracketFault(table) === null,
)

/** The coins of a site, each once; their amounts are strings of digits. */
export const coins: Key<readonly CoinConfig[]> = key(
  unbounded('coins'),
  (json): readonly CoinConfig[] | undefined => {
    const rows: readonly (CoinConfig | undefined)[] = Array.isArray(json) ? json.map(coinIn) : [undefined]
    return rows.every((row) => row !== undefined) ? rows : undefined
  },
  (list) => new Set(list.map(({ coin }) => coin)).size === list.length && list.every(isCoin),
)

/** Times of the week without new orders, none over another. */
export const pauses: Key<readonly Pause[]> = key(
  unbounded('pauses'),
  (json): readonly Pause[] | undefined => {
    const rows: readonly (Pause | undefined)[] = Array.isArray(json) ? json.map(pauseIn) : [undefined]
    return rows.every((row) => row !== undefined) ? rows : undefined
  },
  arePauses,
)

const isCoin = ({ coin, network, confirmations, withdrawMin, withdrawFee }: CoinConfig): boolean =>
  Coin.safeParse(coin).success &&
  network !== '' &&
  Number.isInteger(confirmations) &&
  confirmations >= 1 &&
  confirmations <= 1_000 &&
  withdrawFee >= 0n &&
  withdrawFee < withdrawMin &&
  withdrawMin <= MOST

/** The first key whose value in the row is none that it allows; null: all are. */
const faultIn = <Row extends object>(keys: KeysOf<Row>, row: Row): string | null =>
  (Object.keys(keys) as (keyof Row & string)[]).find((name) => !keys[name]!.allows(row[name])) ?? null

/** What changes say, key by key; or the first that is no key, or no value of it. */
export function readChanges<Row extends object>(
  keys: KeysOf<Row>,
  changes: Readonly<Record<string, unknown>>,
): { readonly parts: Partial<Row> } | { readonly fault: string } {
  const parts: Partial<Record<string, unknown>> = {}
  for (const [name, json] of Object.entries(changes)) {
    const value = Object.hasOwn(keys, name) ? keys[name as keyof Row]!.read(json) : undefined
    if (value === undefined) return { fault: name }
    parts[name] = value
  }
  return { parts: parts as Partial<Row> }
}

function digits(json: unknown): bigint | undefined {
  return typeof json === 'string' && /^\d{1,19}$/.test(json) ? BigInt(json) : undefined
}

function coinIn(json: unknown): CoinConfig | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const { coin, network, confirmations, isOpen, ...amounts } = json as Readonly<Record<string, unknown>>
  const [withdrawMin, withdrawFee] = [digits(amounts['withdrawMin']), digits(amounts['withdrawFee'])]
  if (withdrawMin === undefined || withdrawFee === undefined || typeof isOpen !== 'boolean') return undefined
  if (typeof coin !== 'string' || typeof network !== 'string' || typeof confirmations !== 'number') return undefined
  return { coin: coin as CoinConfig['coin'], network, confirmations, withdrawMin, withdrawFee, isOpen }
}

function pauseIn(json: unknown): Pause | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const { days, from, to } = json as Readonly<Record<string, unknown>>
  return typeof days === 'number' && typeof from === 'number' && typeof to === 'number' ? { days, from, to } : undefined
}

function bracketIn(json: unknown): Bracket | undefined {
  if (typeof json !== 'object' || json === null) return undefined
  const { notionalCap, maxLeverage, mmrPpm, cum } = json as Readonly<Record<string, unknown>>
  const [cap, start] = [digits(notionalCap), digits(cum)]
  if (cap === undefined || start === undefined || typeof maxLeverage !== 'number' || typeof mmrPpm !== 'number')
    return undefined
  return { notionalCap: cap, maxLeverage, mmrPpm, cum: start }
}
