import { isApiError } from '@maru/client/api/error'
import { type ConfigScope, SettingRule } from '@maru/contract'
import { errorText } from '../../session/words.ts'
import type { Keys } from './draft.ts'

/** What a refused value breaks, and what to do. */
const ruleWords: Readonly<Record<SettingRule, string>> = {
  RANGE: '허용 범위를 벗어났습니다. 범위 안의 값을 적어 주세요.',
  LOOSER: '출고 구간보다 느슨합니다. 배율을 낮추거나 유지증거금률을 높여 주세요.',
  BRACKETS: '구간이 올바르지 않습니다. 명목이 커질수록 배율은 낮아지고 유지증거금률은 높아져야 합니다.',
  PAYOUT: '배당은 1.50–1.98배(바이너리는 1.90배까지)로 정해 주세요.',
  FEE: '수수료가 0보다 작거나 너무 큽니다. 다른 값을 적어 주세요.',
  BELOW_OPEN: '이미 열린 노출보다 낮습니다. 더 높게 적거나 열린 회차가 끝난 뒤 바꿔 주세요.',
  SCHEDULE: '쉬는 시간이 겹치거나 올바르지 않습니다. 요일과 시작·끝 시각을 확인해 주세요.',
  TOGETHER: '다른 값과 함께 쓸 수 없습니다. 이어진 값을 함께 확인해 주세요.',
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
