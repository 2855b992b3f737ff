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

const idOf = ({ id }: SiteRow) => String(id)
const read = (query: Asked) => call('GET /api/console/site/list', { query })

const columns: readonly Column<SiteRow>[] = [
  {
    id: 'name',
    head: '사이트',
    cell: (row) => <SiteName row={row} />,
  },
  { id: 'domains', head: '도메인', cell: ({ domains }) => (domains.length === 0 ? '없음' : domains.join(', ')) },
  {
    id: 'flags',
    head: '상품',
    cell: ({ flags }) =>
      flagPlaces.flatMap((place) => (place && flags[place.flag] ? [place.name] : [])).join(' · ') || '없음',
  },
  { id: 'language', head: '언어', cell: ({ language }) => languageWords[language] },
  {
    id: 'mode',
    head: '운영',
    cell: ({ moneyMode }) => (
      <Badge tone={moneyMode === 'DEMO' ? 'warn' : 'ok'}>{moneyMode === 'DEMO' ? '모의투자' : '실거래'}</Badge>
    ),
  },
  {
    id: 'created',
    head: '만든 때',
    align: 'right',
    cell: ({ createdAt }) => <span className="num">{createdAt === null ? '처음부터' : formatDateTime(createdAt)}</span>,
  },
]

function SiteName({ row: { id, name, code } }: { row: SiteRow }) {
  const isOpen = useSiteId() === id
  return (
    <>
      <b>{name}</b> {isOpen && <Badge>지금 보는 사이트</Badge>}
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
  useKeys([{ key: 'n', label: '사이트 만들기', run: () => setMaking(true) }], may)
  return (
    <SiteFrame
      title="사이트 목록"
      tools={
        may && (
          <Button size={36} tone="primary" onClick={() => setMaking(true)}>
            사이트 만들기 <kbd>N</kbd>
          </Button>
        )
      }
    >
      <DataTable
        label="사이트"
        list={list}
        columns={columns}
        idOf={idOf}
        rowHeight={48}
        onOpen={({ id }) => chooseSite(id)}
        csv={{ name: '사이트', read: (signal) => download('GET /api/console/site/list.csv', { signal }) }}
        empty={['사이트가 없습니다', '사이트를 만들면 여기에 나타납니다.']}
      />
      {making && <CreateSiteDialog onDone={list.reload} onClose={() => setMaking(false)} />}
    </SiteFrame>
  )
}
