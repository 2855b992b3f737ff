import { refuseKey, refuseRow } from '../configuration/key.ts'
import { moneyKeys } from '../configuration/keys.ts'
import { cell } from '../effects.ts'
import { change, type State, type Turn } from '../state.ts'
import type { Reply } from '../types.ts'
import { defaultMoney } from './default-money.ts'
import { moneyOf } from './state.ts'
import type { MoneyConfig } from './tables.ts'

/** What a site asks of requests. */
export const moneyConfigOf = (state: State, siteId: number): Omit<MoneyConfig, 'siteId'> =>
  moneyOf(state).configs.get(siteId)?.row ?? defaultMoney

/** The same as a row of the site, to be shown or changed. */
export const moneyRowOf = (state: State, siteId: number): MoneyConfig => ({ siteId, ...moneyConfigOf(state, siteId) })

/** Why a site's money cannot be configured so; null: it can. */
export function refuseMoney(_state: State, config: MoneyConfig): Reply | null {
  return (
    refuseRow(moneyKeys, config) ?? (config.withdrawFee >= config.withdrawMin ? refuseKey('withdrawFee', 'FEE') : null)
  )
}

/** Changes what a site asks of requests. Those that are open keep their times and fees. */
export function configureMoney(state: State, config: MoneyConfig, turn: Turn): Reply {
  const refusal = refuseMoney(state, config)
  if (refusal) return refusal
  const { configs } = moneyOf(state)
  const known = configs.get(config.siteId)
  if (known) change(turn.effects, 'moneyConfigs', known, config)
  else {
    const added = cell(config)
    configs.set(config.siteId, added)
    turn.effects.put('moneyConfigs', added)
  }
  return { status: 200, body: {} }
}
