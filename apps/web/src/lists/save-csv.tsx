import { useTexts } from '@maru/client/i18n/texts'
import { type Table, toCsv } from '@maru/client/page/csv'
import { saveFile } from '@maru/client/page/save-file'
import { formatDay, Icon, toast } from '@maru/ui'
import { useState } from 'react'
import { errorText } from '../api/error-text.ts'
import { clock } from '../live/index.ts'
import { listTexts } from './texts.ts'
import './lists.css'

/** Saves a list as a CSV file; its rows are asked for when the button is pressed. `list` is what it is called. */
export function SaveCsv({
  list,
  name,
  read,
}: {
  list: string
  /** Beginning of the file's name; the day follows. */
  name: string
  read: () => Promise<Table>
}) {
  const t = useTexts(listTexts)
  const [busy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const { head, rows } = await read()
      saveFile(`${name}-${formatDay(clock.now())}.csv`, toCsv(head, rows), 'text/csv')
    } catch (error) {
      toast({ title: t('csvFailed'), text: errorText(error), tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <button
      type="button"
      className="link list-csv"
      aria-label={t('csvLabel', { list })}
      disabled={busy}
      onClick={() => void save()}
    >
      <Icon name="download" small />
      {t('csv')}
    </button>
  )
}
