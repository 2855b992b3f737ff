import { call } from '@maru/client/api/client'
import type { ImportLine } from '@maru/contract'
import { Badge, Button, Empty, formatDateTime } from '@maru/ui'
import { importChangeWords, lineKindWord } from '../../parts/desk-words.ts'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { errorText } from '../../session/words.ts'
import { t } from './texts.ts'

/** Every line of a file that waits for the second person, page by page. */
export function ImportLines({ importId }: { importId: string }) {
  const read = (asked: Asked) => call('GET /api/console/statement/import', { query: { id: importId, ...asked } })
  const list = usePaged<ImportLine>(['import-lines', importId], read)
  return (
    <section aria-labelledby="import-lines">
      <h3 id="import-lines">{t('importLines', { total: list.total })}</h3>
      {list.error && <Empty title={t('linesFailed')}>{errorText(list.error)}</Empty>}
      <ul className="chk">
        {list.rows?.map((line) => (
          <li key={`${line.change} ${line.kind} ${line.providerRef}`} className={line.change === 'SAME' ? '' : 'warn'}>
            <span>
              <Badge tone={line.change === 'SAME' ? 'neutral' : 'warn'}>{importChangeWords[line.change]}</Badge>{' '}
              {t('importLine', {
                kind: lineKindWord(line.kind),
                amount: line.amount,
                fee: line.fee,
                number: line.providerRef,
                memo: line.reference ?? '–',
              })}
              <small className="num"> {formatDateTime(line.at)}</small>
            </span>
          </li>
        ))}
      </ul>
      {list.pages > 1 && (
        <div className="act2">
          <Button disabled={list.page === 0} onClick={() => list.setPage(list.page - 1)}>
            {t('linesBefore')}
          </Button>
          <Button disabled={list.page + 1 >= list.pages} onClick={() => list.setPage(list.page + 1)}>
            {t('linesNext')}
          </Button>
        </div>
      )}
    </section>
  )
}
