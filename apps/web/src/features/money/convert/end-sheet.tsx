import { useTexts } from '@maru/client/i18n/texts'
import { Sheet } from '@maru/ui'
import { convertTexts } from './convert-texts.ts'
import { currencyOf, type End } from './ends.ts'
import { amountOf } from './figures.ts'

interface Props {
  readonly open: boolean
  readonly ends: readonly End[]
  readonly chosen: End
  readonly availableOf: (end: End) => string
  readonly onChoose: (end: End) => void
  readonly onClose: () => void
}

/** Which wallet or coin stands on one side. */
export function EndSheet({ open, ends, chosen, availableOf, onChoose, onClose }: Props) {
  const t = useTexts(convertTexts)
  return (
    <Sheet open={open} title={t('choose')} onClose={onClose}>
      <ul className="cv-ends">
        {ends.map((end) => (
          <li key={end}>
            <button type="button" aria-current={end === chosen} onClick={() => onChoose(end)}>
              <i className={`cv-i is-${currencyOf(end)}`} aria-hidden="true">
                {currencyOf(end) === 'KRW' ? t('signKRW') : currencyOf(end)[0]}
              </i>
              <b>{t(end)}</b>
              <span className="num">{amountOf(availableOf(end), end)}</span>
            </button>
          </li>
        ))}
      </ul>
    </Sheet>
  )
}
