import { Segmented } from '@maru/ui'
import { useState } from 'react'
import { textOf } from './decode.ts'
import { t } from './texts.ts'

const sources = [
  { value: 'FILE', label: t('fromFile') },
  { value: 'PASTE', label: t('fromPaste') },
] as const

/** A statement as a file, or pasted. */
export function FileSource({ csv, onCsv }: { csv: string; onCsv: (csv: string) => void }) {
  const [source, setSource] = useState<(typeof sources)[number]['value']>('FILE')
  const [name, setName] = useState('')
  const choose = (next: typeof source) => {
    setSource(next)
    onCsv('')
  }
  return (
    <>
      <Segmented label={t('source')} choices={sources} value={source} onChange={choose} />
      {source === 'FILE' ? (
        <label className="file">
          {t('csvFile')}
          <input
            key={csv === '' ? 'none' : 'chosen'}
            type="file"
            accept=".csv,.txt,.tsv,text/csv"
            onChange={(event) => {
              const [chosen] = event.currentTarget.files ?? []
              if (!chosen) return onCsv('')
              setName(chosen.name)
              void textOf(chosen).then(onCsv)
            }}
          />
          {csv !== '' && <span>{name}</span>}
        </label>
      ) : (
        <label className="why paste">
          <span className="lb">{t('pasted')}</span>
          <textarea
            rows={6}
            value={csv}
            placeholder={t('pasteHint')}
            onChange={(event) => onCsv(event.currentTarget.value)}
          />
        </label>
      )}
    </>
  )
}
