import type { Line, Stop } from '@maru/contract'
import { t } from './texts.ts'

export const lineWords: Readonly<Record<Line, string>> = {
  ROUND: t('round'),
  FUTURES: t('perpetual'),
  OVERSEA: t('oversea'),
}

/** What is stopped, in words. */
export function stopName({ scope, line, instrument }: Pick<Stop, 'scope' | 'line' | 'instrument'>): string {
  if (scope === 'WITHDRAWALS') return t('withdrawals')
  const ofLine = line === null ? t('all') : lineWords[line]
  return instrument === null ? ofLine : `${instrument} ${ofLine}`
}
