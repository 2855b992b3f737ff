import type { FooterEntry } from '@maru/contract'
import { mostFooterEntries } from '@maru/contract/footer'
import { Icon } from '@maru/ui'
import { footerWords } from '../../parts/desk-words.ts'
import { t } from './texts.ts'

interface Props {
  entries: readonly FooterEntry[]
  /** Those of them that lead somewhere. */
  shown: readonly FooterEntry[]
  onChange: (entries: FooterEntry[]) => void
}

const all = Object.keys(footerWords) as FooterEntry[]

/** The entries that a site chose, in order, and those that it left out. */
export function FooterEntries({ entries, shown, onChange }: Props) {
  const move = (from: number, to: number) => {
    const [one, others] = [entries[from], entries.filter((_, place) => place !== from)]
    if (one !== undefined) onChange(others.toSpliced(to, 0, one))
  }
  const turn = (entry: FooterEntry, isOn: boolean) =>
    onChange(isOn ? [...entries, entry] : entries.filter((other) => other !== entry))
  return (
    <ul className="site-flags site-entries">
      {[...entries, ...all.filter((entry) => !entries.includes(entry))].map((entry, place) => {
        const isIn = entries.includes(entry)
        const name = footerWords[entry]
        return (
          <li key={entry} className={isIn ? undefined : 'off'}>
            <span className="num">{isIn ? place + 1 : '–'}</span>
            <b>{name}</b>
            <span className="what">{isIn && !shown.includes(entry) ? t('footerOff') : ''}</span>
            <span className="site-moves">
              {isIn && (
                <>
                  <Step
                    icon="up"
                    name={t('footerUp', { name })}
                    isOff={place === 0}
                    onMove={() => move(place, place - 1)}
                  />
                  <Step
                    icon="down"
                    name={t('footerDown', { name })}
                    isOff={place === entries.length - 1}
                    onMove={() => move(place, place + 1)}
                  />
                </>
              )}
            </span>
            <button
              type="button"
              role="switch"
              className="sw"
              aria-checked={isIn}
              aria-label={t('footerShow', { name })}
              disabled={!isIn && entries.length >= mostFooterEntries}
              onClick={() => turn(entry, !isIn)}
            />
          </li>
        )
      })}
    </ul>
  )
}

interface StepProps {
  icon: 'up' | 'down'
  name: string
  isOff: boolean
  onMove: () => void
}

function Step({ icon, name, isOff, onMove }: StepProps) {
  return (
    <button type="button" className="site-step" aria-label={name} disabled={isOff} onClick={onMove}>
      <Icon name={icon} />
    </button>
  )
}
