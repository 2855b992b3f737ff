import type { Columns } from '@maru/client/page/csv'
import type { ProfitRow } from '@maru/contract'
import type { partnerTexts } from './texts.ts'
import { statusKeys, typeKeys } from './words.ts'

/** The columns of a week as a file. */
export const statementColumns: Columns<ProfitRow, keyof typeof partnerTexts.ko> = [
  ['period', ({ period }) => period],
  ['type', ({ type }, t) => t(typeKeys[type])],
  ['branch', ({ branchName }, t) => branchName ?? t('own')],
  ['base', ({ base }) => base],
  ['ownShare', ({ rate }) => rate],
  ['amount', ({ amount }) => amount],
  ['leftOutBase', ({ leftOut }) => leftOut.base],
  ['status', ({ status }, t) => t(statusKeys[status])],
]
