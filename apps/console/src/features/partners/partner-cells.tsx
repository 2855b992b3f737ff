import type { PartnerRow, PartnerStatus } from '@maru/contract'
import { Badge, type BadgeTone } from '@maru/ui'
import { partnerLevelWord, partnerStatusWords } from '../../parts/table-words.ts'
import { t } from './texts.ts'

const tones: Readonly<Record<PartnerStatus, BadgeTone>> = {
  PENDING: 'warn',
  ACTIVE: 'ok',
  SUSPENDED: 'neutral',
  REJECTED: 'neutral',
}

/** The level of a partner in figure and word. */
export const levelText = (level: number): string => t('levelOf', { level, word: partnerLevelWord(level) })

export const StatusBadge = ({ status }: Pick<PartnerRow, 'status'>) => (
  <Badge tone={tones[status]}>{partnerStatusWords[status]}</Badge>
)

/** Where members sign up with his code. */
export const linkOf = ({ code }: Pick<PartnerRow, 'code'>): string => `/ref/${code}`

/** What he earns of fees, of stakes, and of losses where he does. */
export const ratesText = ({
  feeRate,
  rollRate,
  lossRate,
}: Pick<PartnerRow, 'feeRate' | 'rollRate' | 'lossRate'>): string =>
  [feeRate, rollRate, ...(Number(lossRate) > 0 ? [lossRate] : [])].map((rate) => `${Number(rate)}%`).join(' · ')
