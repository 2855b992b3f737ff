import { useTexts } from '@maru/client/i18n/texts'
import { economicTexts } from './texts.ts'

/** Importance 1 to 3 as bars of a signal. */
export function Importance({ of, silent }: { of: number; silent?: boolean }) {
  const t = useTexts(economicTexts)
  const word = of === 3 ? t('importance3') : of === 2 ? t('importance2') : t('importance1')
  return (
    <span className={`eco-i is-${of}`}>
      {[1, 2, 3].map((bar) => (
        <i key={bar} className={bar <= of ? 'on' : undefined} aria-hidden="true" />
      ))}
      {!silent && <span className="sr">{word}</span>}
    </span>
  )
}
