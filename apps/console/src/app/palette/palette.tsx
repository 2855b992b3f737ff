import { Dialog, Icon } from '@maru/ui'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { AreaIcon } from '../../parts/area-icon.tsx'
import { useKeys } from '../../parts/keys.ts'
import { errorText } from '../../session/words.ts'
import type { Area } from '../areas.ts'
import { t } from '../texts.ts'
import { useFindings } from './use-findings.ts'
import './palette.css'

/** Ctrl K: pages, members and requests, found and opened without the mouse. */
export function Palette({ seen }: { seen: readonly Area[] }) {
  const [open, setOpen] = useState(false)
  const show = () => setOpen(true)
  // A page that has a search of its own takes the second key for it.
  useKeys([
    { key: 'Ctrl k', label: t('findAnywhere'), run: show },
    { key: '/', label: t('findAnywhere'), run: show },
  ])
  return (
    <>
      <button type="button" className="pal-b" aria-haspopup="dialog" onClick={() => setOpen(true)}>
        <Icon name="search" small />
        <span>{t('findPlaceholder')}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <Dialog open={open} title={t('find')} onClose={() => setOpen(false)} className="pal">
        <Search seen={seen} onClose={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

function Search({ seen, onClose }: { seen: readonly Area[]; onClose: () => void }) {
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState(0)
  const navigate = useNavigate()
  const { findings, isBusy, error } = useFindings(text, seen)
  const at = Math.min(chosen, findings.length - 1)
  const openAt = (nth: number) => {
    const finding = findings[nth]
    if (finding === undefined) return
    onClose()
    void navigate(finding.path)
  }
  const count = findings.length
  const press = (key: string): boolean => {
    if (key === 'ArrowDown') setChosen(count > 0 ? (at + 1) % count : 0)
    else if (key === 'ArrowUp') setChosen(count > 0 ? (at + count - 1) % count : 0)
    else if (key !== 'Enter') return false
    // What was found for an older text is not what was asked for.
    else if (!isBusy) openAt(at)
    return true
  }
  return (
    <>
      <input
        className="pal-i"
        role="combobox"
        aria-label={t('findHint')}
        aria-expanded={findings.length > 0}
        aria-controls="found"
        aria-activedescendant={findings.length > 0 ? `found-${at}` : undefined}
        placeholder={t('findHint')}
        autoComplete="off"
        maxLength={80}
        ref={startHere}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
        }}
        onKeyDown={(event) => {
          if (!event.nativeEvent.isComposing && press(event.key)) event.preventDefault()
        }}
      />
      <div className="pal-l" id="found" role="listbox" aria-label={t('found')} aria-busy={isBusy}>
        {findings.map(({ path, icon, title, note, letter }, nth) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field, which names the chosen line.
          // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the field.
          <div
            key={path}
            id={`found-${nth}`}
            role="option"
            aria-selected={nth === at}
            ref={nth === at ? (line) => line?.scrollIntoView({ block: 'nearest' }) : undefined}
            onClick={() => openAt(nth)}
          >
            <AreaIcon name={icon} />
            <b>{title}</b>
            {note !== undefined && <small>{note}</small>}
            {letter !== undefined && <kbd>G {letter.toUpperCase()}</kbd>}
          </div>
        ))}
      </div>
      <p className="pal-n" role="status">
        {error
          ? errorText(error)
          : isBusy
            ? t('finding')
            : findings.length === 0
              ? t('nothingFound')
              : t('paletteKeys')}
      </p>
    </>
  )
}

/** A dialog that opens puts the cursor where this attribute stands; React's own would come before it is open. */
const startHere = (field: HTMLInputElement | null) => field?.setAttribute('autofocus', '')
