import type { Ceiling, DeskLimits, DeskProfile } from '@maru/contract'
import { t } from './texts.ts'

type Limit = DeskLimits['limits'][number]

/** Is all that would leave of a member stopped by the desk? */
export const isFrozen = ({ wallets }: Pick<DeskProfile, 'wallets'>): boolean =>
  wallets.some(({ held }) => held.some(({ cause }) => cause === 'FROZEN'))

/** How many of the four proofs a member has given. */
export const proofsOf = ({ verified: { phoneAt, emailAt, identityAt, hasTotp } }: Pick<DeskProfile, 'verified'>) =>
  [phoneAt !== null, emailAt !== null, identityAt !== null, hasTotp].filter(Boolean).length

/** Whole won of a grant: digits without a leading zero. */
export const isWon = (text: string): boolean => /^[1-9]\d{0,14}$/.test(text)

export const limitWords: Readonly<Record<Limit['kind'], string>> = {
  LOSS: t('limitLoss'),
  STAKE: t('limitStake'),
  TIME: t('limitTime'),
  DEPOSIT: t('limitDeposit'),
}
export const ceilingWords: Readonly<Record<Ceiling['kind'], string>> = {
  STAKE: t('ceilingStake'),
  ORDER: t('ceilingOrder'),
  DEPOSIT: t('ceilingDeposit'),
  WITHDRAWAL: t('ceilingWithdrawal'),
}
export const windowWords: Readonly<Record<Limit['window'], string>> = {
  '24h': t('hours24'),
  '7d': t('days7'),
  '30d': t('days30'),
}

/** How much of a limit is used, in whole percent; what was won uses nothing, and what is above it is all of it. */
export const shareOf = (used: string, amount: string): number =>
  Number(amount) <= 0 ? 100 : Math.round(Math.min(1, Math.max(0, Number(used) / Number(amount))) * 100)
