import { useLanguage, useTexts } from '@maru/client/i18n/texts'
import { formatPrice } from '@maru/ui'
import { useMemo } from 'react'
import type { PriceLine } from '../price-line.ts'
import { tradingTexts } from '../texts.ts'
import type { LegendWords } from './legend.ts'
import type { LineWords } from './lines-layer.ts'

/** What labels and legend say, in the language of now. */
export function useChartWords(precision: number): ChartWords {
  const t = useTexts(tradingTexts)
  const language = useLanguage()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the reader is another one with each render, its texts with the language only.
  return useMemo(() => wordsOf(t, precision), [language, precision])
}

type ChartWords = LineWords & LegendWords
function wordsOf(
  t: (key: keyof typeof tradingTexts.ko, params?: Record<string, string>) => string,
  precision: number,
): ChartWords {
  return {
    kind: ({ kind }: PriceLine) => t(`${kind}Line`),
    price: (price: string) => formatPrice(price, precision),
    handle: (label: string) => t('handle', { label }),
    priceAndPnl: (price: string, pnl: string) => t('priceAndPnl', { price, pnl }),
    short: { open: t('open'), high: t('high'), low: t('low'), close: t('close'), volume: t('volumeShort') },
  }
}
