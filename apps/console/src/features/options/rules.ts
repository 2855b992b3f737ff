import { isApiError } from '@maru/client/api/error'
import { type ConfigScope, SettingRule } from '@maru/contract'
import { errorText } from '../../session/words.ts'
import type { Keys } from './named.ts'
import { t } from './texts.ts'

/** What a refused value breaks, and what to do. */
const ruleWords: Readonly<Record<SettingRule, string>> = {
  RANGE: t('errRange'),
  LOOSER: t('errLooser'),
  BRACKETS: t('errBrackets'),
  PAYOUT: t('errPayout'),
  FEE: t('errFee'),
  BELOW_OPEN: t('errExposure'),
  SCHEDULE: t('errPauses'),
  TOGETHER: t('errTogether'),
}

/** Why a set of changes was refused: which value, what it breaks, and what to do. */
export function refusalText(error: unknown, keys: Keys): string {
  if (!isApiError(error) || error.code !== 'SETTING_INVALID') return errorText(error)
  const rule = SettingRule.safeParse(error.params['rule'])
  const name = nameOf(String(error.params['key']), keys)
  const why = rule.success ? ruleWords[rule.data] : errorText(error)
  return name === null ? why : `${name}: ${why}`
}

const nameOf = (key: string, keys: Keys): string | null =>
  (Object.keys(keys) as ConfigScope[]).flatMap((scope) => keys[scope]).find((one) => one.key === key)?.name ?? null
