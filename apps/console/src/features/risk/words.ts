import type { Stop, StopLine } from '@maru/contract'
import { t } from './texts.ts'

export const lineWords: Readonly<Record<StopLine, string>> = {
  ROUND: t('round'),
  FUTURES: t('perpetual'),
  OVERSEA: t('oversea'),
  COPY: t('copying'),
}

/** What is stopped, in words. */
export function stopName({ scope, line, instrument }: Pick<Stop, 'scope' | 'line' | 'instrument'>): string {
  if (scope === 'WITHDRAWALS') return t('withdrawals')
  const ofLine = line === null ? t('all') : lineWords[line]
  return instrument === null ? ofLine : `${instrument} ${ofLine}`
}
