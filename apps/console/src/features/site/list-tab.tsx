import { call, download } from '@maru/client/api/client'
import type { SiteRow } from '@maru/contract'
import { Badge, Button, formatDateTime } from '@maru/ui'
import { useState } from 'react'
import { deskPollMs } from '../../live/use-desk.ts'
import { type Column, DataTable } from '../../parts/data-table.tsx'
import { useKeys } from '../../parts/keys.ts'
import { useMay } from '../../parts/may.tsx'
import { type Asked, usePaged } from '../../parts/paged.ts'
import { chooseSite, useSiteId } from '../../session/staff.ts'
import { CreateSiteDialog } from './create-site-dialog.tsx'
import { flagPlaces, languageWords } from './draft.ts'
import { SiteFrame } from './frame.tsx'
import { t } from './texts.ts'

const idOf = ({ id }: SiteRow) => String(id)
const read = (query: Asked) => call('GET /api/console/site/list', { query })

const columns: readonly Column<SiteRow>[] = [
  {
    id: 'name',
    head: t('site'),
    cell: (row) => <SiteName row={row} />,
  },
  { id: 'domains', head: t('domains'), cell: ({ domains }) => (domains.length === 0 ? t('none') : domains.join(', ')) },
  {
    id: 'flags',
    head: t('products'),
    cell: ({ flags }) =>
      flagPlaces.flatMap((place) => (place && flags[place.flag] ? [place.name] : [])).join(' · ') || t('none'),
  },
  { id: 'language', head: t('language'), cell: ({ language }) => languageWords[language] },
  {
    id: 'mode',
    head: t('mode'),
    cell: ({ moneyMode }) => (
      <Badge tone={moneyMode === 'DEMO' ? 'warn' : 'ok'}>{moneyMode === 'DEMO' ? t('demo') : t('real')}</Badge>
    ),
  },
  {
    id: 'created',
    head: t('madeAt'),
    align: 'right',
    cell: ({ createdAt }) => (
      <span className="num">{createdAt === null ? t('fromStart') : formatDateTime(createdAt)}</span>
    ),
  },
]

function SiteName({ row: { id, name, code } }: { row: SiteRow }) {
  const isOpen = useSiteId() === id
  return (
    <>
      <b>{name}</b> {isOpen && <Badge>{t('thisSite')}</Badge>}
      <small className="num">
        {code} · {id}
      </small>
    </>
  )
}

/** The sites of whoever looks: J and K mark one, Enter or a click opens it on all pages. */
export default function ListTab() {
  const may = useMay('sites')
  const list = usePaged<SiteRow>(['sites'], read, { everyMs: deskPollMs })
  const [making, setMaking] = useState(false)
  useKeys([{ key: 'n', label: t('makeSite'), run: () => setMaking(true) }], may)
  return (
    <SiteFrame
      title={t('sites')}
      tools={
        may && (
          <Button size={36} tone="primary" onClick={() => setMaking(true)}>
            {t('makeSite')} <kbd>N</kbd>
          </Button>
        )
      }
    >
      <DataTable
        label={t('site')}
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        onOpen={({ id }) => chooseSite(id)}
        csv={{ name: t('site'), read: (signal) => download('GET /api/console/site/list.csv', { signal }) }}
        empty={[t('noSites'), t('noSitesHint')]}
      />
      {making && <CreateSiteDialog onDone={list.reload} onClose={() => setMaking(false)} />}
    </SiteFrame>
  )
}
