import { Badge, Button, Segmented } from '@maru/ui'
import { useMemo, useState } from 'react'
import { clock } from '../../live/live.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useMay } from '../../parts/may.tsx'
import { settingText } from '../../parts/setting-text.ts'
import { isPausedAt } from './day.ts'
import { DayBar } from './day-bar.tsx'
import { type Draft, edit, nameOfRow } from './draft.ts'
import { Fields } from './fields.tsx'
import type { Keys, NamedRow } from './named.ts'
import { settingsFile } from './settings-file.ts'
import { t } from './texts.ts'

const scopes = [
  { value: 'all', label: t('all') },
  { value: 'round', label: t('rounds') },
  { value: 'futures', label: t('perpetual') },
  { value: 'oversea', label: t('oversea') },
] as const
type Shown = (typeof scopes)[number]['value']
const isOfLine = ({ scope }: NamedRow): boolean => scope !== 'site' && scope !== 'money'
/** The number that a line lives by: payout, fee of a market order, fee of a contract. */
const mainKeys: Readonly<Partial<Record<NamedRow['scope'], string>>> = {
  round: 'payoutRateBp',
  futures: 'takerPpm',
  oversea: 'fee',
}

interface Props {
  siteId: number
  rows: readonly NamedRow[]
  keys: Keys
  draft: Draft
  reload: () => void
}

/** What members can trade: each option with its state, and the numbers of the one that is open. */
export function OptionsTab({ siteId, rows, keys, draft, reload }: Props) {
  const mayEdit = useMay('options')
  const [shown, setShown] = useState<Shown>('all')
  const [open, setOpen] = useState<string | null>(null)
  const listed = rows.filter((row) => isOfLine(row) && (shown === 'all' || row.scope === shown))
  const row = listed.find((one) => nameOfRow(one) === open)
  const columns = useMemo((): readonly Column<NamedRow>[] => {
    const flag = (of: NamedRow, key: string) => draft[nameOfRow(of)]?.[key] ?? of.values[key] === true
    return [
      { id: 'name', head: t('instrument'), cell: ({ name }) => <b>{name}</b> },
      { id: 'day', head: t('dayKst'), cell: (of) => <DayBar row={of} /> },
      { id: 'main', head: t('payoutFee'), align: 'right', cell: (of) => mainFigure(of, keys) },
      {
        id: 'version',
        head: t('version'),
        align: 'right',
        cell: ({ version }) => (version === 0 ? t('first') : version),
      },
      { id: 'state', head: t('status'), cell: (of) => <State row={of} /> },
      {
        id: 'stop',
        head: t('newOrders'),
        cell: (of) => (
          <Button
            size={36}
            disabled={!mayEdit}
            aria-label={`${of.name} ${flag(of, 'isStop') ? t('start') : t('stop')}`}
            onClick={() => {
              const next = !flag(of, 'isStop')
              edit(siteId, nameOfRow(of), 'isStop', next === of.values['isStop'] ? undefined : next)
            }}
          >
            {flag(of, 'isStop') ? t('start') : t('stop')}
          </Button>
        ),
      },
    ]
  }, [siteId, keys, draft, mayEdit])
  return (
    <>
      <div className="opt-lines">
        <Segmented label={t('product')} choices={[...scopes]} value={shown} onChange={setShown} />
      </div>
      <DataTable
        label={t('instrument')}
        list={{
          rows: listed,
          total: listed.length,
          page: 0,
          pages: 1,
          setPage: () => undefined,
          cut: {},
          cutBy: 'nothing',
          setCut: () => undefined,
          cutTo: () => undefined,
          id: 'options',
          error: null,
          isLoading: false,
          reload: () => void reload(),
        }}
        columns={columns}
        idOf={nameOfRow}
        selected={open}
        onSelect={(chosen) => setOpen(chosen ? nameOfRow(chosen) : null)}
        empty={[t('noInstruments'), t('noInstrumentsHint')]}
        foot={t('closeAlways')}
        csv={settingsFile}
      />
      {row && (
        <section className="panel opt-open" aria-label={row.name}>
          <h2>{row.name}</h2>
          <Fields siteId={siteId} row={row} keys={keys[row.scope]} draft={draft} mayEdit={mayEdit} />
        </section>
      )}
    </>
  )
}

function mainFigure({ scope, values }: NamedRow, keys: Keys): string {
  const key = keys[scope].find((one) => one.key === mainKeys[scope])
  return key ? settingText(values[key.key], key) : ''
}

function State({ row: { values } }: { row: NamedRow }) {
  if (values['isPlay'] !== true) return <Badge>{t('hidden')}</Badge>
  if (values['isStop'] === true) return <span className="badge badge-bad">{t('stop')}</span>
  return isPausedAt(values['pauses'], clock.now()) ? (
    <Badge tone="warn">{t('pausing')}</Badge>
  ) : (
    <Badge tone="ok">{t('running')}</Badge>
  )
}
