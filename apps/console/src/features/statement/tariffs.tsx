import { call, download } from '@maru/client/api/client'
import type { Tariff } from '@maru/contract'
import { Button, formatDateTime, formatMoney } from '@maru/ui'
import { useState } from 'react'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { lineKindWord } from '../../parts/desk-words.ts'
import { For } from '../../parts/may.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { TariffDialog } from './tariff-dialog.tsx'
import { t } from './texts.ts'

const idOf = ({ provider, currency, kind }: Tariff) => [provider, currency, kind].join(' ')

const columns: readonly Column<Tariff>[] = [
  { id: 'provider', head: t('provider'), cell: ({ provider, currency }) => `${provider} ${currency}` },
  { id: 'kind', head: t('kind'), cell: ({ kind }) => lineKindWord(kind) },
  { id: 'fixed', head: t('fixed'), align: 'right', cell: (row) => <b>{formatMoney(row.fixed, row.currency)}</b> },
  { id: 'rate', head: t('rate'), align: 'right', cell: ({ ratePpm }) => <b>{`${ratePpm / 10_000}%`}</b> },
  { id: 'at', head: t('changedAt'), cell: ({ updatedAt }) => <span className="num">{formatDateTime(updatedAt)}</span> },
]

/** What each provider may take, which bounds what of a stated fee is booked by itself; two persons of FINANCE change it. */
export function Tariffs() {
  const read = (asked: Asked) => call('GET /api/console/statement/tariff', { query: asked })
  const list = usePaged<Tariff>(['tariffs'], read)
  const [changed, setChanged] = useState<Tariff | 'NEW' | null>(null)
  return (
    <section className="panel pad-all" aria-labelledby="tariffs">
      <header className="stmt-h">
        <h2 id="tariffs">{t('tariffs')}</h2>
        <For permission="treasury" what={t('tariffs')}>
          <Button size={36} onClick={() => setChanged('NEW')}>
            {t('addTariff')}
          </Button>
        </For>
      </header>
      <p className="dim">{t('tariffHint')}</p>
      <DataTable
        label={t('tariffs')}
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={34}
        selected={changed === null || changed === 'NEW' ? null : idOf(changed)}
        onSelect={setChanged}
        empty={[t('noTariffs'), t('noTariffsHint')]}
        csv={{ name: t('tariffFile'), read: (signal) => download('GET /api/console/statement/tariff.csv', { signal }) }}
      />
      {changed && (
        <TariffDialog row={changed === 'NEW' ? null : changed} onDone={list.reload} onClose={() => setChanged(null)} />
      )}
    </section>
  )
}
