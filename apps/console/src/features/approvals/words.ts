import type { Approval } from '@maru/contract'
import { formatMoney } from '@maru/ui'

const stateWords = {
  PENDING: '기다림',
  APPROVED: '승인됨',
  REFUSED: '거절됨',
  EXPIRED: '시간이 지남',
  FAILED: '실행되지 않음',
} as const
export const stateOf = ({ state }: Approval): string => stateWords[state]

/** What it is about, in one line. */
export function summaryOf({ request, subjectId, fields }: Approval): string {
  if (request) return `${request.username} ${request.name} · ${formatMoney(request.point, request.currency)}`
  if (fields.length === 0) return `번호 ${subjectId}`
  return fields
    .map(({ label, before, after }) => `${label} ${before === null ? '' : `${before} → `}${after ?? '없음'}`)
    .join(' · ')
}

/** Why it was not carried out; null: it was, or it waits. */
export const failureOf = ({ failure }: Approval): string | null =>
  failure === null ? null : Object.hasOwn(failureWords, failure) ? failureWords[failure]! : failure

const failureWords: Readonly<Record<string, string>> = {
  STALE_VERSION: '그사이 다른 사람이 바꾸었습니다. 새 내용으로 다시 요청하세요.',
  HISTORY_NOT_FOUND: '대상이 더는 없습니다.',
  USER_NOT_FOUND: '대상 회원이나 직원이 더는 없습니다.',
  INVALID_REQUEST: '지금은 할 수 없는 일입니다. 내용을 확인하고 다시 요청하세요.',
  BALANCE_INSUFFICIENT: '잔액이 모자랍니다.',
  SETTING_INVALID: '허용되지 않는 설정입니다.',
}

/** What it changes; what was not there before, or is not there after, is said as such. */
export const changesOf = ({ fields }: Approval) =>
  fields.map(({ label, before, after }) => ({ name: label, before: before ?? '–', after: after ?? '없음' }))
