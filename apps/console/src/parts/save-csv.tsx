import { ApiError } from '@maru/client/api/error'
import { saveFile } from '@maru/client/page/save-file'
import { Button, formatDay, Icon, toast } from '@maru/ui'
import { useEffect, useRef, useState } from 'react'
import { clock } from '../live/live.ts'
import { errorText } from '../session/words.ts'
import { t } from './texts.ts'

/** A list as a file that the server makes: it masks, counts and writes down what is taken. */
export interface CsvOf {
  /** Beginning of the file's name; the day follows. */
  readonly name: string
  readonly read: (signal: AbortSignal) => Promise<Blob>
  /** What its button says beside other files of the page. */
  readonly label?: string
}

/** Saves what a filter matches as a CSV file. Another press, or leaving the page, ends it. */
export function SaveCsv({ name, read, label = 'CSV' }: CsvOf) {
  const [busy, setBusy] = useState(false)
  const running = useRef<AbortController | null>(null)
  useEffect(() => () => running.current?.abort(), [])
  const save = async () => {
    const own = new AbortController()
    running.current = own
    setBusy(true)
    try {
      saveFile(`${name}-${formatDay(clock.now())}.csv`, await read(own.signal), 'text/csv')
    } catch (error) {
      if (own.signal.aborted) return
      const isLong = error instanceof ApiError && error.code === 'EXPORT_TOO_LARGE'
      const text = isLong ? t('csvTooLarge') : errorText(error)
      toast({ title: t('csvFailed'), text, tone: 'error' })
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size={36} aria-busy={busy} onClick={() => (busy ? running.current?.abort() : void save())}>
      <Icon name="download" small />
      {busy ? t('csvStop') : label}
    </Button>
  )
}
