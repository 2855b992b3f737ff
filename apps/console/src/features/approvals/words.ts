import type { Approval, ApprovalField } from '@maru/contract'
import { formatMoney } from '@maru/ui'
import { said } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

const stateWords = {
  PENDING: t('statusWaiting'),
  APPROVED: t('statusApproved'),
  REFUSED: t('statusRefused'),
  EXPIRED: t('statusExpired'),
  FAILED: t('statusFailed'),
} as const
export const stateOf = ({ state }: Approval): string => stateWords[state]

const afterOf = (after: ApprovalField['after']): string => said(after ?? t('nothing'))

/** What it is about, in one line. */
export function summaryOf({ request, subjectId, fields }: Approval): string {
  if (request) return `${request.username} ${request.name} · ${formatMoney(request.point, request.currency)}`
  if (fields.length === 0) return t('number', { subjectId })
  return fields
    .map(({ label, before, after }) => `${said(label)} ${before === null ? '' : `${said(before)} → `}${afterOf(after)}`)
    .join(' · ')
}

/** Why it was not carried out; null: it was, or it waits. */
export const failureOf = ({ failure }: Approval): string | null =>
  failure === null ? null : Object.hasOwn(failureWords, failure) ? failureWords[failure]! : failure

const failureWords: Readonly<Record<string, string>> = {
  STALE_VERSION: t('whyStale'),
  HISTORY_NOT_FOUND: t('whyGone'),
  USER_NOT_FOUND: t('whyPersonGone'),
  INVALID_REQUEST: t('whyNotNow'),
  BALANCE_INSUFFICIENT: t('whyBalance'),
  SETTING_INVALID: t('whySetting'),
}

/** What it changes; what was not there before, or is not there after, is said as such. */
export const changesOf = ({ fields }: Approval) =>
  fields.map(({ label, before, after, isWarning }) => ({
    name: said(label),
    isWarning,
    before: said(before ?? '–'),
    after: afterOf(after),
  }))
