import { useTexts } from '@maru/client/i18n/texts'
import { Chip, DecimalStepper, groupDigits } from '@maru/ui'
import { priceAway } from './distance.ts'
import { addTexts } from './texts.ts'

export interface Move {
  readonly percent: string
  readonly minutes: 1 | 5 | 15 | 60
}

const choices = [1, 5, 15, 60] as const
/** What is likely to be worth a look within so many minutes. */
export const firstMove: Move = { percent: '3.0', minutes: 5 }

interface Props {
  move: Move
  last: string | null
  tick: string
  precision: number
  onMove: (move: Move) => void
}

/** The move that is waited for: how far, up or down, and within how many minutes. */
export function MoveFields({ move, last, tick, precision, onMove }: Props) {
  const t = useTexts(addTexts)
  const away = (sign: 1 | -1) =>
    last === null || !(Number(move.percent) > 0)
      ? '–'
      : groupDigits(priceAway(last, sign * Number(move.percent), { tick, precision }))
  return (
    <>
      <DecimalStepper
        label={t('percent')}
        value={move.percent}
        onValue={(percent) => onMove({ ...move, percent })}
        step="0.5"
        decimals={1}
        decreaseLabel={t('lower')}
        increaseLabel={t('higher')}
      />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset brings a frame of its own. */}
      <div className="al-q" role="group" aria-label={t('within')}>
        {choices.map((minutes) => (
          <Chip key={minutes} pressed={minutes === move.minutes} onClick={() => onMove({ ...move, minutes })}>
            {t('minutes', { minutes })}
          </Chip>
        ))}
      </div>
      <p className="al-d">
        <span>{t('movedTo')}</span>
        <b className="num">{t('moveEnds', { low: away(-1), high: away(1) })}</b>
      </p>
    </>
  )
}
