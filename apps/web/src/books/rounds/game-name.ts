import { useTexts } from '@maru/client/i18n/texts'
import type { Bet } from '@maru/contract'
import { kindOf } from './arrange.ts'
import { durationLabel, minutesOf, type OptionLabelTexts } from './options.ts'
import { roundTexts } from './texts.ts'

export function useOptionLabelTexts(): OptionLabelTexts {
  const t = useTexts(roundTexts)
  return {
    binary: t('binary'),
    bitball: t('bitball'),
    minutes: (count) => t('minutes', { count }),
    seconds: (count) => t('seconds', { count }),
  }
}

/** 1분 렌트 */
export function useGameName() {
  const t = useTexts(roundTexts)
  const texts = useOptionLabelTexts()
  return (type: Bet['tradeType']) => t('game', { length: durationLabel(minutesOf(type), texts), kind: t(kindOf(type)) })
}
