import { call } from '@maru/client/api/client'
import { Button, FormError, Segmented, TextField } from '@maru/ui'
import { useState } from 'react'
import { ActionDialog } from '../../parts/action-dialog.tsx'
import { useAct } from '../../parts/use-act.ts'
import { errorText } from '../../session/words.ts'
import { type Checked, Outcome } from './outcome.tsx'
import { t } from './texts.ts'

const ways = [
  { value: 'file', label: t('file') },
  { value: 'address', label: t('address') },
] as const

/** An import: checked first, and done where no line is wrong. */
export function ImportDialog({ onDone, onClose }: { onDone: () => void; onClose: () => void }) {
  const [way, setWay] = useState<'file' | 'address'>('file')
  const [content, setContent] = useState<string | null>(null)
  const [url, setUrl] = useState('')
  const [source, setSource] = useState('')
  const [checked, setChecked] = useState<Checked | null>(null)
  const { act, busy, failure, forget } = useAct()
  /** What was checked is another thing now. */
  const change = (set: () => void) => {
    set()
    setChecked(null)
    forget()
  }
  const lacks =
    way === 'file' && content === null
      ? t('needFile')
      : way === 'address' && url.trim() === ''
        ? t('needUrl')
        : source.trim() === ''
          ? t('needSource')
          : null
  const given = {
    source: source.trim(),
    ...(way === 'file' ? { content: content ?? '' } : { url: url.trim() }),
  }
  const check = () =>
    act({
      run: (key) =>
        call('POST /api/console/economic/import', {
          params: {},
          body: { ...given, reason: t('check'), isDry: true },
          key,
        }),
      done: t('check'),
      onDone: setChecked,
    })
  return (
    <ActionDialog
      title={t('import')}
      confirm={t('import')}
      done={t('imported')}
      canned={[t('whyWeekly'), t('whyReleased')]}
      missing={lacks ?? missingOf(checked)}
      run={({ reason, key }) =>
        call('POST /api/console/economic/import', { params: {}, body: { ...given, reason }, key })
      }
      onDone={onDone}
      onClose={onClose}
    >
      <Segmented label={t('from')} choices={ways} value={way} onChange={(next) => change(() => setWay(next))} />
      {way === 'file' ? (
        <label className="file">
          {t('fileLabel')}
          <input
            type="file"
            accept=".json,.ics,application/json,text/calendar"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? []
              change(() => setContent(null))
              void chosen?.text().then(setContent)
            }}
          />
        </label>
      ) : (
        <TextField
          label={t('urlLabel')}
          type="url"
          maxLength={500}
          value={url}
          onValue={(value) => change(() => setUrl(value))}
        />
      )}
      <TextField
        label={t('sourceLabel')}
        maxLength={100}
        value={source}
        onValue={(value) => change(() => setSource(value))}
      />
      <Button disabled={lacks !== null} aria-busy={busy} onClick={() => void check()}>
        {busy ? t('checking') : t('check')}
      </Button>
      {failure !== null && <FormError>{errorText(failure)}</FormError>}
      {checked && <Outcome checked={checked} />}
    </ActionDialog>
  )
}

function missingOf(checked: Checked | null): string | null {
  if (checked === null) return t('needCheck')
  if (checked.faults.length > 0) return t('fixFaults')
  return checked.added + checked.changed === 0 ? t('nothingNew') : null
}
